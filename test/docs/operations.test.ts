import { createProgram } from '../../src/cli/program';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { captured, section, tableRows, textOf } from '../support/docs/pages';

const operations = textOf('docs/OPERATIONS.md');

interface Verb {
  readonly commands: readonly Verb[];
  name(): string;
  aliases(): string[];
}

/** Every command of the command line as it is typed: `loan`, `loan show`, `batch approve`. */
const typed = (verb: Verb, before = ''): string[] =>
  verb.commands.flatMap((one) =>
    [one.name(), ...one.aliases()].flatMap((name) => [
      `${before}${name}`,
      ...typed(one, `${before}${name} `),
    ]),
  );

const lastWords = new Set(typed(createProgram()).map((verb) => verb.split(' ').at(-1)));

test('the search attributes of the operations page are those that cases publish', () => {
  const rows = tableRows(operations).filter(([type]) => /^(Keyword|Datetime|Bool)$/.test(type!));
  const documented = rows.flatMap(([type, names]) =>
    captured(names!, /`(\w+)`/g).map((name) => [name, type] as const),
  );
  expect(Object.fromEntries(documented)).toEqual(searchAttributes);
});

test('the metrics of the operations page are those that workers serve', () => {
  const sources = ['src/monitoring/rate-limit-metrics.ts', 'src/activities/activity-wrapper.ts']
    .map(textOf)
    .join('\n');
  const names = captured(operations, /`((?:rate_limit|activity)_\w+)`/g);
  expect(names.length).toBeGreaterThan(3);
  const created = captured(sources, /(?:gauge|createCounter)\('(\w+)'/g);
  expect(names.map((name) => name.replace('rate_limit_', '')).sort()).toEqual(created.sort());
});

test('the fields of the payout policy on the operations page are those that a policy has', () => {
  const [, ...rows] = tableRows(section(operations, 'Payout policy'));
  const documented = rows.flatMap(([field]) => captured(field!, /`(\w+)`/g));
  // By the variable STAMP_DUTY: whether the bank follows the law is no matter of care.
  const { stampDuty: _bySetting, ...inFile } = USUAL_PAYOUT_POLICY;
  expect(documented.sort()).toEqual(Object.keys(inFile).sort());
});

test('what the operations page tells a person to do are commands of the command line', () => {
  const remedies = tableRows(section(operations, 'What to do')).flatMap(([, remedy]) =>
    captured(remedy ?? '', /`([a-z][a-z-]*)(?: [^`]*)?`/g),
  );
  expect(remedies.filter((word) => !lastWords.has(word))).toEqual([]);
});
