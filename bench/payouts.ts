import { payoutInput } from '../src/domain/payout/input';
import { holderOf } from '../sandbox/money/banks';
import { startCase } from '../src/cases/start';
import type { TestEnvironment } from './test-environment';
import { kinds } from '../src/domain/kinds';

/** Pays out under a reference and resolves once the end of it is known. */
export type PayOut = (reference: string) => Promise<unknown>;

const BANK = { bankCode: '901', bankName: 'Almond Bank' };
/** So many accounts receive all the payouts, in turn. */
export const BENEFICIARIES = 10;

/** What a payout says, but for its reference. */
export function orderOf(number: number) {
  const accountNumber = String(1_234_567_800 + (number % BENEFICIARIES));
  return {
    amountKobo: 20_000 + number,
    source: { accountNumber: '9000000001' },
    beneficiary: { ...BANK, accountNumber, accountName: holderOf(BANK.bankCode, accountNumber) },
    remark: 'Bench',
  };
}

/** The number at the end of a reference. */
export const numberIn = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0);

/** The product: one workflow for each payout. */
export const byWorkflow =
  ({ client, closing }: Pick<TestEnvironment, 'client' | 'closing'>): PayOut =>
  async (reference) => {
    const input = payoutInput.parse({ reference, ...orderOf(numberIn(reference)) });
    const { workflowId } = await startCase(client, kinds.payout, input);
    await client.withAbortSignal(closing, () => client.workflow.getHandle(workflowId).result());
  };
