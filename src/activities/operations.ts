import type { Client } from '../service/client';
import { operationNamed, operationNames, type OperationName, type Service } from '../service/contract';
import type { CallLimits } from '../service/exchange';
import { attempted } from './attempt';
import type { DocumentStore } from './document-store';
import { uploadFrom, type DocumentUpload } from './upload-document';

/** The service as activities: one for every operation, of the same name. Only the upload takes another input. */
export type ServiceActivities = Omit<Service, 'uploadLoanDocument'> & {
  uploadLoanDocument(input: DocumentUpload): ReturnType<Service['uploadLoanDocument']>;
};

type Call = (input: unknown, limits: CallLimits) => Promise<unknown>;

export function createServiceActivities(service: Client, documents: DocumentStore): ServiceActivities {
  const activity = (name: OperationName, call = service[name] as Call) =>
    [name, attempted(operationNamed(name).effect, call)] as const;
  return Object.fromEntries([
    ...operationNames.map((name) => activity(name)),
    activity('uploadLoanDocument', uploadFrom(documents, service) as Call),
  ]) as ServiceActivities;
}
