import { readFileSync } from 'node:fs';
import { operationNames, type OperationName } from '../../src/bank/contract';
import { asMarkdown } from '../../probe/report';
import { probe, type Probe } from '../../probe/probe';
import type { SandboxSettings } from '../../sandbox/settings';
import { AlteredSandbox, type Alteration } from '../support/contract/altered-sandbox';

/** An hour in a second, and no wait longer than some minutes of it. */
const FAST: SandboxSettings = {
  rate: 3600,
  limit: 1000,
  durations: { staffReview: 60, disbursement: 60, boardReview: 60, guarantor: 60, decision: 60 },
};

async function probed(options: Partial<Probe> = {}, settings: SandboxSettings = {}, alter?: Alteration) {
  const bank = await AlteredSandbox.open({ ...FAST, ...settings }, alter);
  const found = await probe({
    baseUrl: bank.url,
    key: 'sandbox-key',
    apiKey: 'sandbox-api-key',
    timeoutMs: 5000,
    patienceMs: 20_000,
    movesMoney: true,
    asksForReadings: false,
    given: {},
    log: () => undefined,
    ...options,
  });
  const calls = (await bank.sandbox.app.inject('/_sandbox/calls')).json();
  await bank.close();
  return { ...found, calls };
}

const only = (...names: OperationName[]) => ({ rows: new Set(names) });

const verdicts = ({ rows }: { rows: readonly { name: string; verdict: string }[] }) =>
  Object.fromEntries(rows.map(({ name, verdict }) => [name, verdict]));

describe('The contract probe', () => {
  test('finds that every row of the sandbox holds, with something seen in every list, in one window', async () => {
    const found = await probed({}, { limit: 100 });
    expect(found.rows.map(({ name }) => name)).toEqual(operationNames);
    expect(found.rows.filter(({ verdict, unseen }) => verdict !== 'holds' || unseen.length > 0)).toEqual([]);
    expect(found).toMatchObject({ holds: operationNames.length, fails: 0, notReached: 0 });
    expect(found.calls.total).toBeLessThanOrEqual(100);
  });

  test.each([
    ['getAccount', 'available_balance', 'data.account.available_balance', 'number', 'missing'],
    [
      'getKycStatus',
      'verified_at',
      'data.verified_at',
      'string, optional',
      expect.stringContaining('"renamed"'),
    ],
    ['checkHealth', 'status', 'status', 'success', 'missing'],
  ] as const)('says of %s that %s was renamed', async (name, field, path, expected, seen) => {
    const { rows } = await probed(only(name), {}, (text) => text.replaceAll(`"${field}":`, '"renamed":'));
    expect(rows).toEqual([
      expect.objectContaining({
        name,
        verdict: 'does not hold',
        problems: [{ field: path, expected, seen }],
      }),
    ]);
  });

  test('tells the type of what was seen, never the value', async () => {
    const { rows } = await probed(only('getCustomer'), {}, (text, url) =>
      url.startsWith('/v1/customers/')
        ? text.replace(/"first_name":"\w+"/, '"first_name":{"secret":1}')
        : text,
    );
    expect(rows[0]!.problems).toEqual([{ field: 'data.first_name', expected: 'string', seen: 'object' }]);
    expect(JSON.stringify(rows)).not.toMatch(/secret|Borrower|example\.com/);
  });

  test('says why a row was not reached', async () => {
    const found = await probed({ ...only('getKycStatus', 'applyForLoan'), given: { bvn: '99999901000' } });
    expect(verdicts(found)).toEqual({ getKycStatus: 'holds', applyForLoan: 'not reached' });
    expect(found.rows.find(({ name }) => name === 'applyForLoan')!.reason).toBe(
      'getKycStatus: data.kyc_status is REJECTED, not VERIFIED',
    );
  });

  test('gives up waiting when its patience ends', async () => {
    const found = await probed({ ...only('applyForLoan'), patienceMs: 300 }, { rate: 1 });
    expect(found.rows[0]).toMatchObject({
      verdict: 'not reached',
      reason: 'getKycStatus: data.kyc_status is PENDING, not VERIFIED',
    });
  });

  test('moves no money unless told to', async () => {
    const found = await probed({
      ...only('createPayout', 'listTransactions'),
      movesMoney: false,
      given: { sourceNumber: '9000000001' },
    });
    expect(verdicts(found)).toEqual({ createPayout: 'not reached', listTransactions: 'holds' });
    expect(found.calls.byOperation).not.toHaveProperty('createPayout');
  });

  test('waits for the next window instead of running into the rate limit', async () => {
    const found = await probed(only('getAccount', 'getCustomer'), { limit: 2, windowSeconds: 1 });
    expect(verdicts(found)).toEqual({ getAccount: 'holds', getCustomer: 'holds' });
    expect(found.calls.refusedByRateLimit).toBe(0);
  });

  test('stops asking when the keys are not accepted', async () => {
    const found = await probed({ key: 'wrong' });
    expect(found.calls.total).toBe(1);
    expect(found.rows.find(({ name }) => name === 'createPayout')!.reason).toBe('the keys were not accepted');
  });

  test('is documented: docs/CONTRACT.md is what the rows say', () => {
    expect(readFileSync('docs/CONTRACT.md', 'utf8')).toBe(asMarkdown());
  });
});
