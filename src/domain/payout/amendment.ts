import type { Command } from '../case/commands';
import type { PayoutCommands } from './commands';

/** What of a payout may be changed before it is sent; never its reference, nor who pays. */
export type Amendment = Pick<
  Command<PayoutCommands, 'amend'>,
  'amountKobo' | 'bankCode' | 'bankName' | 'accountNumber' | 'accountName' | 'remark'
>;

/** What an amendment can change, and the name that was resolved for the account before. */
interface Amendable {
  readonly amountKobo: number;
  readonly remark: string;
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName: string;
    readonly accountNumber: string;
    readonly accountName: string;
  };
  readonly nameOnAccount?: string;
}

/** The payout with what was changed. */
export function amended<I extends Amendable>(input: I, change: Amendment) {
  const { beneficiary, nameOnAccount: _ofTheOldOne, ...rest } = input;
  return {
    ...rest,
    amountKobo: change.amountKobo ?? input.amountKobo,
    remark: change.remark ?? input.remark,
    beneficiary: {
      bankCode: change.bankCode ?? beneficiary.bankCode,
      bankName: change.bankName ?? beneficiary.bankName,
      accountNumber: change.accountNumber ?? beneficiary.accountNumber,
      accountName: change.accountName ?? beneficiary.accountName,
    },
  };
}
