import type { BankClient } from '../bank/client';
import { translated, type TranslatedFields } from '../bank/units';
import { wordFor, type BankWords, type WordSubject } from '../domain/wire/bank-words';

const applications = { status: 'application', offer_status: 'offer', loan_status: 'loan' } as const;

/** The fields of replies that hold a status. */
const statusFields: TranslatedFields<WordSubject> = {
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

/** The same bank with every status in the words of the document, so that no reader has to know others. */
export const inDocumentedWords = (bank: BankClient, named: BankWords): BankClient =>
  translated(bank, statusFields, (word, subject) =>
    typeof word === 'string' ? wordFor(named, subject, word) : word,
  );
