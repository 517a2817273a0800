import { STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';
import type { ReadingName } from '../../bank/contract/readings';
import type { BankState } from '../bank-state';
import type { PayoutRecord } from '../records';
import { OWN_BANK } from './banks';
import { BOOKS, type Movement, type Transfer } from './ledger';
import { moveMoney } from './movements';

const isPaidByReceiver = ({ readings }: BankState): boolean => readings.of('stampDuty') === 'receiver';

const dutyOn = ({ settings }: BankState, amountKobo: number): number =>
  amountKobo >= settings.stampDutyFromKobo ? settings.stampDutyKobo : 0;

/** The stamp duty that a transfer from another bank costs its receiver, in kobo. */
export const receiversDuty = (state: BankState, amountKobo: number): number =>
  isPaidByReceiver(state) ? dutyOn(state, amountKobo) : 0;

type Payout = Pick<PayoutRecord, 'source' | 'beneficiary' | 'remark' | 'amountKobo'>;

/** The stamp duty that a payout costs its sender, in kobo: none for a salary (by its remark) and between own accounts. */
export function sendersDuty(state: BankState, { source, beneficiary, remark, amountKobo }: Payout): number {
  const to = beneficiary.bank_code === OWN_BANK.code && state.accounts.get(beneficiary.account_number);
  const isOwn = to && to.customerId === state.accounts.get(source)?.customerId;
  const isExempt = isOwn || /\bsalary\b/i.test(remark);
  return isExempt || isPaidByReceiver(state) ? 0 : dutyOn(state, amountKobo);
}

/** How much of the duty stands inside the amount of the payout's own line, in kobo. */
export const dutyInside = (state: BankState, { dutyKobo }: PayoutRecord): number =>
  state.readings.of('stampDuty') === 'sender-inside-amount' ? dutyKobo : 0;

type Line = Partial<Pick<Transfer, 'description' | 'uniqueRef'>>;

const lines: { readonly [R in ReadingName<'stampDuty'>]?: (payout: PayoutRecord) => Line } = {
  'sender-own-line': ({ uniqueRef, remark }) => ({
    description: `CBN stamp duty for ${remark}`,
    uniqueRef: `${uniqueRef}${STAMP_DUTY_SUFFIX}`,
  }),
  'sender-no-reference': ({ uniqueRef }) => ({ uniqueRef: `${uniqueRef}${STAMP_DUTY_SUFFIX}` }),
  'sender-other-words': ({ uniqueRef }) => ({ description: 'EMTL', uniqueRef: `${uniqueRef}_EMTL` }),
};

/** Takes the duty of a payout from its source; where it stands inside the amount, from the money on its way. */
export function takeSendersDuty(state: BankState, payout: PayoutRecord, movement: Movement): void {
  if (payout.dutyKobo === 0) return;
  moveMoney(state, {
    from: dutyInside(state, payout) > 0 ? movement.to : payout.source,
    to: BOOKS.charges,
    amountKobo: payout.dutyKobo,
    category: 'CHARGE',
    payoutId: payout.id,
    description: 'CBN stamp duty',
    ...lines[state.readings.meet('stampDuty')]?.(payout),
  });
}
