import { createBatchChecks } from '../../src/activities/batch-checks';
import { notifyingOfStalls } from '../../src/activities/stall-notices';
import { RATE_LIMITED, SERVICE_UNAVAILABLE } from '../../src/domain/wire/failure-types';
import { REAL_TIME } from '../../src/domain/time/clock';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import type { BankClient } from '../../src/bank/client';
import { BankUnavailableError, RateLimitedError, RequestRefusedError } from '../../src/bank/errors';
import { openStarts } from '../support/authority/open';
import { attempt, failureOf, noTemporal, bankWith } from '../support/fake-bank';

const accounts = ['1', '2', '3', '4'].map((digit) => ({
  bankCode: '901',
  accountNumber: digit.repeat(10),
  accountName: 'ADA BELLO',
}));

/** One attempt to resolve them, against a service that answers each account like this. */
async function resolve(answer: (digit: string) => string | Error, heartbeatDetails?: unknown, known = '') {
  const asked: string[] = [];
  const resolveAccount: BankClient['resolveAccount'] = async ({ account_number, bank_code }) => {
    asked.push(account_number.slice(0, 1));
    const name = answer(account_number.slice(0, 1));
    if (name instanceof Error) throw name;
    return { account_name: name, account_number, bank_code };
  };
  const checks = createBatchChecks({
    bank: bankWith({ resolveAccount }),
    recallBeneficiary: ({ accountNumber }) =>
      known !== '' && accountNumber.startsWith(known) ? 'REMEMBERED' : undefined,
    client: noTemporal,
    clock: REAL_TIME,
    payoutPolicy: USUAL_PAYOUT_POLICY,
    starts: openStarts,
  });
  const environment = attempt({ heartbeatDetails, startToCloseTimeoutMs: 120_000 });
  const beats: unknown[] = [];
  environment.on('heartbeat', (details) => beats.push(details));
  const names = environment.run(() => notifyingOfStalls(checks).resolveBeneficiaries({ accounts }));
  const failure = await names.then(
    () => undefined,
    () => failureOf(names),
  );
  return { asked, beats, failure, names: failure ? undefined : await names };
}

const refused = () => new RequestRefusedError('resolveAccount', 400, 'Account not found');

test('every account gets its name, and those that the bank refuses none', async () => {
  const { names, failure } = await resolve((digit) => (digit === '2' ? refused() : `NAME ${digit}`));
  expect(failure).toBeUndefined();
  expect(names).toEqual(['NAME 1', null, 'NAME 3', 'NAME 4']);
});

test('an account that is remembered costs no call', async () => {
  const { names, asked } = await resolve((digit) => `NAME ${digit}`, undefined, '3');
  expect(names).toEqual(['NAME 1', 'NAME 2', 'REMEMBERED', 'NAME 4']);
  expect(asked).toEqual(['1', '2', '4']);
});

test.each<[string, string, Error]>([
  ['the budget runs out', RATE_LIMITED, new RateLimitedError('resolveAccount', 30_000, 'rate limiter')],
  ['the bank gives no reply', SERVICE_UNAVAILABLE, new BankUnavailableError('resolveAccount', 'no reply')],
])(
  'what was resolved is kept when %s, and the next attempt goes on from there',
  async (_when, type, error) => {
    const first = await resolve((digit) => (digit === '3' ? error : `NAME ${digit}`));
    expect(first.failure).toMatchObject({ type });
    const second = await resolve((digit) => `NAME ${digit}`, first.beats.at(-1));
    expect(second.asked).toEqual(['3', '4']);
    expect(second.names).toEqual(['NAME 1', 'NAME 2', 'NAME 3', 'NAME 4']);
  },
);
