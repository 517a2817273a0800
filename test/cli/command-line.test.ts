import { readFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { RequestError } from '../../src/cases/request-error';
import { explain } from '../../src/cli/explain';
import { ConfigError } from '../../src/config/read-config';
import { CheckpointError } from '../../src/records/checkpoints/signer';
import { MigrationError } from '../../src/records/migrations';
import { UnreachableTemporalError } from '../../src/temporal/connection';
import { exitCodes } from '../../src/temporal/exit-codes';
import { problemIn } from '../../src/desk/http/problems';
import { type } from '../support/cli/terminal';

test.each([['--help'], ['loan --help'], ['payout start --help'], ['loan decline-offer --help']])(
  '%s explains itself with examples on stdout and ends with 0',
  async (line) => {
    const { code, out, err } = await type(line);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Examples:\n {2}npm run (--silent )?starter -- /);
  },
);

test('the help of a command says which of its options are required', async () => {
  const { out } = await type('payout approve --help');
  const told = out.replaceAll(/\s+/g, ' ');
  expect(told).toMatch(/--expected-digest [^]*? \(required\) --actor/);
  expect(told).not.toMatch(/--note [^]*\(required\)/);
});

test('the help of a reconciliation says that its days are days in Lagos', async () => {
  const { out } = await type('reconciliation run --help');
  expect(out).toMatch(/--from <date> +first day in Lagos[^]*--to <date> +last day in Lagos/);
  expect(out).not.toContain('UTC');
});

test.each([
  ['loan frob', "unknown command 'frob'"],
  ['loan decline-offer LN-1 --actor u-1 --reason NONE', 'Allowed choices are HIGH_INTEREST'],
  ['loan decline-offer LN-1 --reason OTHERS', "'--actor <actor>' not specified"],
  ['loan start nowhere.json', 'there is no such file'],
  ['loan wait LN-1 --timeout-seconds soon', 'It must be a whole number of seconds'],
])('%s is wrong use: 2, and nothing on stdout', async (line, complaint) => {
  const { code, out, err } = await type(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(complaint);
});

test.each([
  ['loan', 'loan-application'],
  ['loan', 'loan-sole-proprietor'],
  ['payout', 'payout'],
  ['enrolment', 'enrolment'],
])('the schema %s takes the example %s and refuses an empty file', async (kind, example) => {
  const { code, out } = await type(`schema ${kind}`);
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(out));
  expect(code).toBe(0);
  expect(validate(JSON.parse(await readFile(`examples/${example}.json`, 'utf8')))).toBe(true);
  expect(validate({})).toBe(false);
});

test('under --json an error is one line of JSON on stderr, and stdout stays empty', async () => {
  const { code, out, err } = await type('loan frob --json');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(JSON.parse(err)).toEqual({
    error: { kind: 'usage', exitCode: 2, message: expect.stringContaining("unknown command 'frob'") },
  });
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await type('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('lines whose output programs read are shown without the banner of npm', async () => {
  expect((await type('payout start --help')).out).toContain('npm run --silent starter -- payout start');
});

test('a fault of the program itself is a sentence without a stack, and 70', () => {
  const { kind, sentence } = explain(
    new TypeError('no such thing as 08012345678\n    at Object.<anonymous>'),
  );
  expect(exitCodes[kind]).toBe(70);
  expect(sentence).toBe('An internal fault, TypeError: no such thing as [number]');
});

test('an error that a person can mend ends a program with the exit code of its kind', () => {
  const codeOf = (error: Error) => exitCodes[explain(error).kind];
  expect(codeOf(new CheckpointError('the file lost a line'))).toBe(1);
  expect(codeOf(new ConfigError(['DATABASE_URL is missing']))).toBe(2);
  expect(codeOf(new MigrationError('the database lacks a table'))).toBe(2);
  expect(codeOf(new UnreachableTemporalError('localhost:7233'))).toBe(3);
  expect(codeOf(Object.assign(new Error('of another library'), { kind: 'ok' }))).toBe(70);
});

test('only the command line is told of its options', () => {
  const unanswered = new RequestError(
    'timedOut',
    'No worker answers.',
    'To ask again safely, add: --request-id 1',
  );
  expect(explain(unanswered).sentence).toBe('No worker answers. To ask again safely, add: --request-id 1');
  expect(problemIn(unanswered)?.message).toBe('No worker answers.');
});
