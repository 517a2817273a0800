import { startCase } from '../../src/cases/start';
import { payoutInput } from '../../src/domain/payout/input';
import type { Stack } from '../../src/stack/run-stack';
import { kinds } from '../../src/domain/kinds';

/** The reference of a real case, from 1 on. */
export const realReference = (number: number): string => `PO-BENCH-${number}`;

const AT_ONCE = 10;

/** Starts payouts that wait for a person: the bank has another name for the account of each. */
export async function startRealCases({ client }: Stack, count: number): Promise<void> {
  const left = Array.from({ length: count }, (_, place) => place + 1);
  const next = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop())
      await startCase(client, kinds.payout, payoutInput.parse(fileOf(number)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

const fileOf = (number: number) => ({
  reference: realReference(number),
  amountKobo: 2_500_000 + number * 100,
  source: { accountNumber: '9000000001' },
  beneficiary: {
    ...{ bankCode: '901', bankName: 'Almond Bank' },
    accountNumber: String(1_230_000_000 + number),
    accountName: 'Another Holder',
  },
  remark: 'Bench',
});
