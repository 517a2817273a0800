import type { BankClient } from '../bank/client';
import type { OperationName } from '../bank/contract';
import { wordFor, type BankWords, type WordSubject } from '../domain/wire/bank-words';

/** The fields of a reply that hold a status, wherever they stand in it. */
type StatusFields = Readonly<Record<string, WordSubject>>;

const applications: StatusFields = { status: 'application', offer_status: 'offer', loan_status: 'loan' };

const statusFields: { readonly [Name in OperationName]?: StatusFields } = {
  getPayoutStatus: { status: 'payout' },
  listTransactions: { externalStatus: 'transaction' },
  enrolCustomer: { kyc_status: 'kyc' },
  startKyc: { kyc_status: 'kyc' },
  getKycStatus: { kyc_status: 'kyc' },
  linkBankStatement: { status: 'bankStatement' },
  getBankStatementStatus: { status: 'bankStatement' },
  applyForLoan: applications,
  getLoanApplication: applications,
  listLoanApplications: applications,
  inviteGuarantor: { status: 'guarantor' },
  listGuarantors: { status: 'guarantor' },
  getActiveLoan: { loanStatus: 'loan' },
  getRepaymentSchedule: { status: 'instalment' },
  chargeRepayment: { status: 'charge' },
};

type Call = (...asked: unknown[]) => Promise<unknown>;

/** The same bank with every status in the words of the document, so that no reader has to know others. */
export function inDocumentedWords(bank: BankClient, named: BankWords): BankClient {
  const calls = Object.entries(statusFields).map(([name, fields]) => {
    const call = bank[name as OperationName] as Call;
    const translated: Call = async (...asked) => inWords(await call(...asked), fields, named);
    return [name, translated];
  });
  return { ...bank, ...(Object.fromEntries(calls) as Partial<BankClient>) };
}

function inWords(data: unknown, fields: StatusFields, named: BankWords): unknown {
  if (Array.isArray(data)) return data.map((each) => inWords(each, fields, named));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => {
      const subject = fields[name];
      const isWord = subject !== undefined && typeof value === 'string';
      return [name, isWord ? wordFor(named, subject, value) : inWords(value, fields, named)];
    }),
  );
}
