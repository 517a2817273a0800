import { checkPlanted, lines } from '../support/scripts/planted-project';

/** As many files as a folder may hold, all of them of a good length. */
const folder = (name: string, count = 3, length = 40): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name}/file-${index}.ts`, lines(length)]),
  );

const excuse = (name: string, reason: string) => ({
  'CONTRIBUTING.md': `# Sizes\n\n| Folder | Reason |\n| --- | --- |\n| \`${name}\` | ${reason} |\n`,
});

test('a project of small files in small folders passes', () => {
  const files = { ...folder('src/a', 15), ...folder('src/b', 3), ...folder('src/c', 3, 200) };
  expect(checkPlanted('sizes', files)).toEqual({ code: 0, said: ['Every file and folder has its size.'] });
});

test.each([
  ['a file that is too long', { 'src/a/long.ts': lines(201) }, /^src\/a\/long\.ts: 201 lines, at most 200$/],
  ['a median that is too high', folder('src/b', 9, 120), /^the median file has 120 lines/],
  ['a median that is too low', folder('src/b', 9, 20), /^the median file has 20 lines/],
  [
    'too many short files',
    { ...folder('src/b', 15, 90), ...folder('src/c', 15, 5), 'src/d/e.ts': lines(1) },
    /^16 files of under 15 lines/,
  ],
  ['a folder with too many files', folder('src/b', 16), /^src\/b\/: 16 files, at most 15/],
  ['a folder with too few files', folder('src/b', 2), /^src\/b\/: 2 entries, at least 3/],
])('%s is found', (_what, planted, expected) => {
  const { code, said } = checkPlanted('sizes', { ...folder('src/a'), ...folder('src'), ...planted });
  expect(code).toBe(1);
  expect(said).toContainEqual(expect.stringMatching(expected));
});

test('a reason in CONTRIBUTING.md excuses a folder', () => {
  const files = {
    ...folder('src'),
    ...folder('src/b', 16),
    ...folder('src/c'),
    ...excuse('src/b/', 'One row each.'),
  };
  expect(checkPlanted('sizes', files).code).toBe(0);
});

test('a folder without a reason, or with a reason that it does not need, is found', () => {
  const large = { ...folder('src'), ...folder('src/b', 16), ...excuse('src/b', ' ') };
  expect(checkPlanted('sizes', large).code).toBe(1);
  const needless = { ...folder('src'), ...folder('src/b', 15), ...excuse('src/b', 'One row each.') };
  expect(checkPlanted('sizes', needless).said).toEqual([
    'src/b/: CONTRIBUTING.md excuses a size that it does not have',
  ]);
});

test('a folder of tests may be as small as what it mirrors needs', () => {
  const files = { ...folder('src'), ...folder('src/a'), ...folder('test'), 'test/a/one.test.ts': lines(40) };
  expect(checkPlanted('sizes', files).code).toBe(0);
});
