import type { BankClient } from '../bank/client';
import { operationNamed, operationNames, type OperationName, type BankOperations } from '../bank/contract';
import type { CallLimits } from '../bank/exchange';
import { attempted } from './attempt';
import type { DocumentStore } from './documents/store';
import { uploadFrom, type DocumentUpload } from './documents/upload';

/** The bank as activities: one for every operation, of the same name. Only the upload takes another input. */
export type BankActivities = Omit<BankOperations, 'uploadLoanDocument'> & {
  uploadLoanDocument(input: DocumentUpload): ReturnType<BankOperations['uploadLoanDocument']>;
};

type Call = (input: unknown, limits: CallLimits) => Promise<unknown>;

export function createBankActivities(bank: BankClient, documents: DocumentStore): BankActivities {
  const activity = (name: OperationName, call = bank[name] as Call) =>
    [name, attempted(operationNamed(name).effect, call)] as const;
  return Object.fromEntries([
    ...operationNames.map((name) => activity(name)),
    activity('uploadLoanDocument', uploadFrom(documents, bank) as Call),
  ]) as BankActivities;
}
