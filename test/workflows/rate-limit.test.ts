import { runToEnd } from '../support/workflows/loan-steering';
import { holderOf } from '../../sandbox/money/banks';
import { loanFile, payoutFile } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';

/** So few calls that a loan needs several windows, counted in skipped time. */
const environment = steering({ limit: 6, windowSeconds: 900 });
const NUMBER = '0000000090';

const refused = async () => {
  const calls = Object.values(await environment.parts().calls()) as unknown as {
    byOutcome: Record<string, number>;
  }[];
  return calls.reduce((sum, { byOutcome }) => sum + (byOutcome['429'] ?? 0), 0);
};

test('a loan waits out the rate limit, window after window, without failing and without one refusal', async () => {
  const loan = await environment.startLoan(loanFile());
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect((await loan.snapshot()).timeline.filter(({ what }) => what.includes('attention'))).toEqual([]);
  expect(await refused()).toBe(0);
});

test.each([
  ['with Retry-After', { retryAfterSeconds: 600 }],
  ['without any header', {}],
])('a payout that is refused with 429 %s is sent later, once', async (_what, header) => {
  environment.plant({ kind: 'rate-limited', operations: ['createPayout'], count: 2, ...header });
  const payout = await environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  const { reference } = await payout.snapshot();
  expect(environment.bank.committed.list({ effect: 'payout-committed', key: reference })).toHaveLength(1);
});
