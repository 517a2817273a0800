import { changesOf, ProjectCopy, type Change } from '../support/docs/worked-example';

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

const EXAMPLES = ['Add an operation', 'Add a command', 'Add a kind of case'];

/** What the compiler must ask for, once the rest of the three examples is there. */
const ASKED_FOR = [
  'src/bank/contract/priorities.ts',
  'sandbox/operations/banks.ts',
  'src/workflows/transfer-limits/workflow.ts',
  'src/domain/kinds.ts',
];

const examples = EXAMPLES.flatMap(changesOf);
const applyAll = (changes: readonly Change[]) => changes.forEach((change) => copy.apply(change));

test('the worked examples compile once an operation has its priority and sandbox, a command its handler, a kind of case its row', async () => {
  const isAskedFor = ({ file }: Change) => ASKED_FOR.includes(file);
  const compiled = [
    ...['src', 'sandbox/operations/index.ts', 'test/contract/examples'],
    ...['test/workflows/transfer-limits.test.ts', 'test/workflows/complaint.test.ts'],
  ];
  applyAll(examples.filter((change) => !isAskedFor(change)));
  const without = await copy.complaints(...compiled);
  const places = without.map((complaint) => complaint.split('(')[0]);
  expect(places).toContain('sandbox/operations/index.ts');
  expect(places).toContain('src/bank/contract/priorities.ts');
  expect(without).toContainEqual(expect.stringContaining("Property 'askMaker' is missing"));
  expect(without).toContainEqual(expect.stringContaining("'parseComplaintInput' does not exist"));
  applyAll(examples.filter(isAskedFor));
  expect(await copy.complaints(...compiled)).toEqual([]);
});

test('the worked examples run: an operation in client and sandbox, a command that its maker is refused, a kind of case on the command line, without zod in the bundle', async () => {
  applyAll(examples);
  const tests = ['getBank', 'limits that are rejected', 'complaint', 'bundle'];
  const { code, output } = await copy.test(
    ...['test/contract/examples', 'test/workflows/(transfer-limits|complaint|bundle)'],
    ...['-t', tests.join('|')],
  );
  expect(output).toMatch(/Test Suites: 6 passed, 6 total/);
  expect(code).toBe(0);
});

test('the worked example of a kind of case has five files in the source', () => {
  const files = new Set(changesOf('Add a kind of case').map(({ file }) => file));
  expect([...files].filter((file) => file.startsWith('src/'))).toHaveLength(5);
});
