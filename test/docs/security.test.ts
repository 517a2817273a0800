import { existsSync } from 'node:fs';
import { captured, section, tableRows, textOf } from '../support/docs/pages';

const HEAD = ['Asset', 'Who reaches it', 'What protects it', 'Which test shows it'];
const rows = tableRows(section(textOf('SECURITY.md'), 'Threat model'));
const heads = rows.filter(([asset]) => asset === HEAD[0]);
const threats = rows.filter(([asset]) => asset !== HEAD[0]);

/** What a cell links to, when all of it is links. */
const linkedIn = (cell: string) =>
  /^\[[^\]]+\]\([^)]+\)(, \[[^\]]+\]\([^)]+\))*$/.test(cell) ? captured(cell, /\]\(([^)]+)\)/g) : [];

test('every table of the threat model says who reaches an asset, what protects it and which test shows it', () => {
  expect(heads.length).toBeGreaterThan(3);
  expect(heads).toEqual(heads.map(() => HEAD));
  const incomplete = threats.filter((cells) => cells.length !== HEAD.length || cells.includes(''));
  expect(incomplete).toEqual([]);
});

test('every protection in the threat model is shown by tests that exist', () => {
  const protectedRows = threats.filter(([, , protection]) => !protection!.startsWith('Not yet'));
  expect(protectedRows.length).toBeGreaterThan(10);
  const unshown = protectedRows.filter(([, , , shown]) => {
    const tests = linkedIn(shown!);
    return (
      tests.length === 0 ||
      !tests.every((path) => /^(packages\/[^/]+\/)?test\/.*\.test\.ts$/.test(path) && existsSync(path))
    );
  });
  expect(unshown).toEqual([]);
});

test('a threat without a protection names no test', () => {
  const open = threats.filter(([, , protection]) => protection!.startsWith('Not yet'));
  expect(open.filter(([, , , shown]) => shown !== 'none')).toEqual([]);
});

test('each chapter of ASVS 5.0 is held, or the table says what is missing', () => {
  const [, ...chapters] = tableRows(section(textOf('SECURITY.md'), 'By the chapters of ASVS 5.0'));
  expect(chapters.map(([chapter]) => chapter!.split(' ')[0])).toEqual(
    Array.from({ length: 17 }, (_, place) => `V${place + 1}`),
  );
  const states = new Set(chapters.map(([, state]) => state));
  expect([...states].filter((state) => !['held', 'partly', 'missing', 'not used'].includes(state!))).toEqual(
    [],
  );
  const vague = chapters.filter(
    ([, state, , missing = '']) => ['partly', 'missing'].includes(state!) !== (missing !== ''),
  );
  expect(vague).toEqual([]);
});
