import { startCase } from '../../src/cases/start';
import { payoutInput } from '../../src/domain/payout/input';
import type { Stack } from '../../stack/run-stack';
import { kinds } from '../../src/domain/kinds';
import { holderOf } from '../../sandbox/money/banks';

/** The reference of a real case, from 1 on. */
export const realReference = (number: number): string => `PO-BENCH-${number}`;

const AT_ONCE = 10;

/** The policy of the desk: from so much on a payout waits for an approval, for as long as the bench runs. */
const APPROVAL_KOBO = 10_000_000;
export const POLICY = {
  version: 1,
  approvals: [{ fromKobo: APPROVAL_KOBO, approvals: 1, roles: ['approver'] }],
};

/** Starts payouts that wait for a person: the bank has another name for the account of each. */
export const startRealCases = (stack: Stack, count: number): Promise<void> =>
  startAll(stack, count, (number) =>
    fileOf(realReference(number), 2_500_000 + number * 100, 'Another Holder', 1_230_000_000 + number),
  );

/** Starts payouts that wait for an approval. */
export const startApprovals = (stack: Stack, count: number): Promise<void> =>
  startAll(stack, count, (number) => {
    const account = 1_240_000_000 + number;
    const holder = holderOf('901', String(account));
    return fileOf(`PO-APPROVAL-${number}`, APPROVAL_KOBO + number * 100, holder, account);
  });

async function startAll(
  { client }: Stack,
  count: number,
  fileOne: (number: number) => object,
): Promise<void> {
  const left = Array.from({ length: count }, (_, place) => place + 1);
  const next = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop())
      await startCase(client, kinds.payout, payoutInput.parse(fileOne(number)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

const fileOf = (reference: string, amountKobo: number, accountName: string, account: number) => ({
  ...{ reference, amountKobo },
  source: { accountNumber: '9000000001' },
  beneficiary: {
    ...{ bankCode: '901', bankName: 'Almond Bank', accountNumber: String(account) },
    accountName,
  },
  remark: 'Bench',
});
