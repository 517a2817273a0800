import { readFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type } from './terminal';

test.each([['--help'], ['loan --help'], ['payout start --help'], ['loan decline-offer --help']])(
  '%s explains itself with examples on stdout and ends with 0',
  async (line) => {
    const { code, out, err } = await type(line);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Examples:\n {2}npm run starter -- /);
  },
);

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
