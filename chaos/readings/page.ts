import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dimensionNames, dimensions, readingsOf } from '../../sandbox/readings/dimensions';
import { classOf, isTried, readingCount, testOf, type Reading, type ReadingClass } from './classes';
import { recordedMeetings } from './record';

/** Where `npm run readings-page` writes the page. */
export const READINGS_PAGE = join(__dirname, '../../docs/READINGS.md');

const HEAD = [
  '# What a bank may mean, and what the orchestrator makes of it',
  '',
  'The interface document leaves much open. Each line is one way to read it; the first of each dimension is the usual one. The sandbox can take any of them (`--reading unknownPayout=bad-request`).',
  '',
  '- **right**: everything ends as under the usual reading.',
  '- **configurable**: the same, once the setting names the reading.',
  '- **parked**: a case waits with attention and with a command that helps.',
  '',
  '`npm run chaos -- readings --reading unknownPayout=bad-request` tries one alone; the last column names the proof of those that no trial has. [How the readings are tried](../chaos/README.md#how-the-readings-are-tried) says when a trial has met its reading; the field is empty for the usual reading and where no run has recorded it.',
  '',
  '`npm run readings-page` writes this page; a test keeps it equal to the tables.',
  '',
  '| Dimension | Reading | Class | Setting, or what a person decides | Met in its trial | Shown by |',
  '|---|---|---|---|---|---|',
];

function lineOf(reading: Reading): string {
  const [dimension, name] = reading;
  const { about, readings } = dimensions[dimension];
  const meaning = (readings as Readonly<Record<string, string>>)[name]!;
  const found = classOf(reading);
  const subject = isUsual(reading) ? `\`${dimension}\`: ${about}` : '';
  return `| ${subject} | \`${name}\`: ${meaning} | ${found.class} | ${addition(found)} | ${isMet(reading)} | ${testOf(reading) ?? ''} |`;
}

const isUsual = ([dimension, name]: Reading) => readingsOf(dimension)[0] === name;

function isMet(reading: Reading): string {
  const met = isTried(reading) ? recordedMeetings()[reading.join('=')] : undefined;
  return met === undefined ? '' : met ? 'yes' : 'no';
}

/** What a lender sets, or what a person is asked. */
function addition(found: ReadingClass): string {
  if (found.class === 'right') return '';
  if (found.class === 'parked') return found.why;
  const settings = Object.entries(found.settings).map(([variable, value]) => `\`${variable}=${value}\``);
  return settings.join(', ');
}

/** Every reading with its class, as Markdown. */
export function readingsPage(): string {
  const readings = dimensionNames.flatMap((dimension) =>
    readingsOf(dimension).map((reading) => [dimension, reading] as unknown as Reading),
  );
  return [...HEAD, ...readings.map(lineOf), ''].join('\n');
}

if (require.main === module) {
  writeFileSync(READINGS_PAGE, readingsPage());
  process.stderr.write(`${readingCount()} readings, written to ${READINGS_PAGE}\n`);
}
