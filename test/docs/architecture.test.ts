import { dirname, join } from 'node:path';
import { captured, section, textOf } from '../support/docs/pages';

const passed = captured(
  section(textOf('docs/ARCHITECTURE.md'), 'The way of a payout status'),
  /^\d+\. `(src\/[\w./-]+)`/gm,
);

/** The files that a file imports, without their endings. */
const importsOf = (file: string) =>
  captured(textOf(file), /from '(\.[^']*)'/g).map((path) => join(dirname(file), path));

/** The same, and what its case hands it: `payout.bank` is built by `payout-case.ts`. */
const reachedFrom = (file: string) => {
  const direct = importsOf(file);
  return [
    ...direct,
    ...direct.filter((path) => path.endsWith('-case')).flatMap((path) => importsOf(`${path}.ts`)),
  ];
};

test('a payout status passes at most ten files from the workflow to the socket', () => {
  expect(passed.length).toBeGreaterThan(5);
  expect(passed.length).toBeLessThanOrEqual(10);
  expect(passed[0]).toMatch(/^src\/workflows\/payout\//);
  expect(textOf(passed.at(-1)!)).toContain("from 'undici'");
});

test.each(passed.slice(1).map((file, before) => [file, passed.slice(0, before + 1)] as const))(
  'a payout status reaches %s from a file before it',
  (file, earlier) => {
    expect(earlier.flatMap(reachedFrom)).toContain(file.replace(/\.ts$/, ''));
  },
);
