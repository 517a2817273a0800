import { remarkOf } from '../money/remarks';

/** What is to be paid, before it is known in whose name the account is held. */
export interface PayoutTerms {
  readonly reference: string;
  readonly amountKobo: number;
  readonly source: { readonly accountNumber: string };
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName: string;
    readonly accountNumber: string;
  };
  readonly remark: string;
  readonly metaData?: Readonly<Record<string, unknown>> | undefined;
}

const targetOf = ({ beneficiary }: Pick<PayoutTerms, 'beneficiary'>, accountName: string) => ({
  bank_code: beneficiary.bankCode,
  bank_name: beneficiary.bankName,
  account_number: beneficiary.accountNumber,
  account_name: accountName,
});

/** The payout as the bank is told of it. */
export const payoutOrder = (terms: PayoutTerms, accountName: string) => ({
  reference: terms.reference,
  amount: terms.amountKobo,
  source: { account_number: terms.source.accountNumber },
  beneficiary: targetOf(terms, accountName),
  remark: remarkOf(terms.reference, terms.remark),
  ...(terms.metaData && { meta_data: terms.metaData }),
});

/** The flush of a whole account as the bank is told of it. */
export const flushOrder = (
  { reference, source, beneficiary }: Pick<PayoutTerms, 'reference' | 'source' | 'beneficiary'>,
  accountName: string,
) => ({
  account_number: source.accountNumber,
  reference,
  beneficiary: targetOf({ beneficiary }, accountName),
});

/** Everything that must be the same when the money goes out: people agree to the digest of it. */
export function payoutContent(terms: PayoutTerms, accountName: string): readonly unknown[] {
  const { reference, amountKobo, source, beneficiary, remark, metaData } = terms;
  const { bankCode, accountNumber } = beneficiary;
  const order = [reference, amountKobo, source.accountNumber, bankCode, accountNumber, accountName, remark];
  return metaData ? [...order, metaData] : order;
}
