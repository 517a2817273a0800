import { readFileSync } from 'node:fs';
import { flushInput, payoutInput } from '../../../src/domain/payout/input';
import { USUAL_LENDING_POLICY } from '../../../src/domain/loan/policy';
import { readPolicies } from '../../../src/input/payout-policy-file';
import { inputProblems } from '../../../src/input/problems';

const example = (name: string) => JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as object;
const payout = example('payout') as { beneficiary: object };

const problems = (change: object) => {
  const { error } = payoutInput.safeParse({ ...payout, ...change });
  return error ? inputProblems(error) : [];
};

test.each([
  [100_000.5, 'whole number of kobo'],
  [-25_000, 'at least 20000'],
  [0, 'at least 20000'],
  [19_999, 'at least 20000'],
  [1e300, 'amountKobo'],
  [Number.MAX_SAFE_INTEGER + 1, 'amountKobo'],
  [NaN, 'whole number of kobo'],
  ['25000', 'whole number of kobo'],
  ['1e5', 'whole number of kobo'],
  [null, 'amountKobo'],
  [undefined, 'amountKobo is required'],
])('the amount %p is refused, and says so', (amountKobo, complaint) => {
  const [problem, ...others] = problems({ amountKobo });
  expect(problem).toContain('amountKobo');
  expect(problem).toContain(complaint);
  expect(others).toEqual([]);
});

test.each([
  ['a reference of 31 characters', { reference: 'P'.repeat(31) }, 'reference must be at most 30 characters'],
  ['an empty reference', { reference: '' }, 'reference must not be empty'],
  ['a reference with spaces', { reference: 'PO 1' }, 'reference may hold letters'],
  ['a reference like a word of the bank', { reference: 'Reversal' }, 'reference must not be a word'],
  [
    'a name with a character that nobody sees',
    { beneficiary: { ...payout.beneficiary, accountName: 'Ada\u0000 Obi' } },
    'must not hold control characters',
  ],
  ['no remark', { remark: '  ' }, 'remark is required'],
  ['a remark that no bank takes', { remark: 'x'.repeat(101) }, 'remark must be at most 100'],
  [
    'a short account number',
    { beneficiary: { ...payout.beneficiary, accountNumber: '123' } },
    'exactly 10 digits',
  ],
  ["a policy of one's own", { policy: { approvals: [] } }, 'unknown fields: approvals'],
  ['a field that the format lacks', { urgency: 'high' }, 'unknown fields: urgency'],
])('%s is refused with a sentence', (_what, change, complaint) => {
  expect(problems(change).join('\n')).toContain(complaint);
});

test('the examples are good', async () => {
  expect(problems({})).toEqual([]);
  expect(flushInput.safeParse(example('flush')).success).toBe(true);
  const { payouts, lending } = await readPolicies('examples/payout-policy.json');
  const edition = { version: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(payouts).toMatchObject({ preChecks: 'always', ...edition });
  expect(lending).toMatchObject({ commands: USUAL_LENDING_POLICY.commands, ...edition });
});

test.each([
  ['examples/nothing.json', 'cannot be read'],
  ['README.md', 'not JSON'],
  ['examples/payout.json', 'unknown fields'],
])('a policy in %s ends the worker with a sentence', async (path, complaint) => {
  await expect(readPolicies(path)).rejects.toThrow(complaint);
});

test('a payout may carry data of ours, within bounds', () => {
  expect(problems({ metaData: { branch: 'Ikeja', run: 7, urgent: false } })).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`k${place}`, place]));
  expect(problems({ metaData: many })).toEqual(['metaData may have at most 20 entries']);
  expect(problems({ metaData: { nested: {} } })).toHaveLength(1);
});
