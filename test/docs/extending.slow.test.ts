import { changesOf, ProjectCopy, type Change } from '../support/docs/worked-example';

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

const applyAll = (changes: readonly Change[]) => changes.forEach((change) => copy.apply(change));

/** Applies the changes but those of these files, then those too; what the compiler says each time. */
async function complaintsWithAndWithout(title: string, left: readonly string[], compiled: readonly string[]) {
  const isLeft = ({ file }: Change) => left.includes(file);
  applyAll(changesOf(title).filter((change) => !isLeft(change)));
  const without = await copy.complaints(...compiled);
  applyAll(changesOf(title).filter(isLeft));
  return { without, with: await copy.complaints(...compiled) };
}

test('the worked example of an operation does not compile without a priority and the sandbox', async () => {
  const { without, with: complete } = await complaintsWithAndWithout(
    'Add an operation',
    ['src/bank/contract/priorities.ts', 'sandbox/operations/banks.ts'],
    ['sandbox/operations/index.ts', 'src/bank/contract/priorities.ts', 'test/contract/examples'],
  );
  const places = [...new Set(without.map((complaint) => complaint.split('(')[0]))];
  expect(places.sort()).toEqual(['sandbox/operations/index.ts', 'src/bank/contract/priorities.ts']);
  expect(complete).toEqual([]);
});

test('the worked example of an operation holds for row, client and sandbox', async () => {
  applyAll(changesOf('Add an operation'));
  const { code, output } = await copy.test('test/contract/examples', '-t', 'getBank');
  expect(output).toMatch(/Tests: .* [1-9]\d* passed/);
  expect(code).toBe(0);
});

test('the worked example of a command does not compile without its handler', async () => {
  const { without, with: complete } = await complaintsWithAndWithout(
    'Add a command',
    ['src/workflows/transfer-limits/workflow.ts'],
    ['src/workflows/transfer-limits/workflow.ts', 'test/workflows/transfer-limits.test.ts'],
  );
  expect(without).toEqual([expect.stringContaining("Property 'askMaker' is missing")]);
  expect(complete).toEqual([]);
});

test('the worked example of a command takes effect in a running workflow, and is refused to its maker', async () => {
  applyAll(changesOf('Add a command'));
  const { code, output } = await copy.test(
    'test/workflows/transfer-limits',
    '-t',
    'limits that are rejected',
  );
  expect(output).toMatch(/Tests: .* 1 passed/);
  expect(code).toBe(0);
});

test('the worked example of a kind of case compiles, with one row for every program, in five files of the source', async () => {
  const { without, with: complete } = await complaintsWithAndWithout(
    'Add a kind of case',
    ['src/domain/kinds.ts'],
    ['src', 'test/workflows/complaint.test.ts'],
  );
  expect(without).toContainEqual(expect.stringContaining("'parseComplaintInput' does not exist"));
  expect(complete).toEqual([]);
  const files = new Set(changesOf('Add a kind of case').map(({ file }) => file));
  expect([...files].filter((file) => file.startsWith('src/'))).toHaveLength(5);
});

test('the worked example of a kind of case runs, the command line knows it, and no zod gets into the bundle', async () => {
  applyAll(changesOf('Add a kind of case'));
  const { code, output } = await copy.test('test/workflows/(complaint|bundle)');
  expect(output).toMatch(/Test Suites: 2 passed/);
  expect(code).toBe(0);
});
