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
  'The interface document leaves much open. The sandbox can take any reading of it (`--reading unknownPayout=bad-request`).',
  '',
  '`npm run chaos -- readings --reading unknownPayout=bad-request` tries one alone. *Met*: [its trial](../chaos/README.md#how-the-readings-are-tried) is recorded as having met it. A file is the test of a reading that no trial has.',
  '',
  '`npm run readings-page` writes this page; a test keeps it equal to the tables.',
];

const ASKS = [
  '## What needs a setting, or a person',
  '',
  'With the setting everything ends as under the usual reading. Where a person decides, the case waits with attention and with a command that helps.',
  '',
  '| About | Reading | Setting, or what a person decides |',
  '|---|---|---|',
];

const RIGHT = [
  '## What needs neither',
  '',
  'The usual reading stands first; under the others everything ends as under it.',
  '',
  '| About | Readings |',
  '|---|---|',
];

/** What a reading means, and what shows how it ends. */
function told(reading: Reading): string {
  const [dimension, name] = reading;
  const meaning = (dimensions[dimension].readings as Readonly<Record<string, string>>)[name]!;
  const test = testOf(reading);
  const shown = [...(isMet(reading) ? ['met'] : []), ...(test ? [test] : [])];
  return `\`${name}\`: ${meaning}${shown.length > 0 ? ` (${shown.join(', ')})` : ''}`;
}

const isMet = (reading: Reading) => isTried(reading) && recordedMeetings()[reading.join('=')] === true;

/** What a lender sets, or what a person is asked; nothing if the reading needs neither. */
function addition(found: ReadingClass): string {
  if (found.class === 'right') return '';
  if (found.class === 'parked') return found.why;
  return Object.entries(found.settings)
    .map(([variable, value]) => `\`${variable}=${value}\``)
    .join(', ');
}

/** Every reading with what it needs, as Markdown. */
export function readingsPage(): string {
  const all = dimensionNames.map((dimension) => ({
    subject: `\`${dimension}\`: ${dimensions[dimension].about}`,
    readings: readingsOf(dimension).map((reading) => [dimension, reading] as unknown as Reading),
  }));
  const asking = all.flatMap(({ subject, readings }) =>
    readings
      .filter((reading) => classOf(reading).class !== 'right')
      .map((reading) => `| ${subject} | ${told(reading)} | ${addition(classOf(reading))} |`),
  );
  const right = all.map(({ subject, readings }) => {
    const ending = readings.filter((reading) => classOf(reading).class === 'right');
    return `| ${subject} | ${ending.map(told).join('<br>')} |`;
  });
  return [...HEAD, '', ...ASKS, ...asking, '', ...RIGHT, ...right, ''].join('\n');
}

if (require.main === module) {
  writeFileSync(READINGS_PAGE, readingsPage());
  process.stderr.write(`${readingCount()} readings, written to ${READINGS_PAGE}\n`);
}
