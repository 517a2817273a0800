import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import { removeDocument, removeDocumentsOf } from '../../../activities/documents/removal';
import type { CasesOfCustomer } from '../../../cases/erasure/customer-cases';
import { deleteRuns } from '../../../cases/erasure/deletion';
import { documentsIn, valuesOf } from '../../../cases/erasure/history-values';
import { RequestError } from '../../../cases/request-error';
import { actorOf } from '../../../cases/signing';
import { readConfig } from '../../../config';
import type { DocumentReference } from '../../../domain/loan/documents';
import { caseOf } from '../../../domain/wire/workflow-ids';
import { eraseDetails } from '../../../records/audit/erasure';
import type { AuditSigningKeys } from '../../../records/audit/keys';
import { connectRecords } from '../../../records/connection';
import { readWritersAuditKeys } from '../../../records/key-files';
import { storeFolder } from '../../files/documents';

/** What erasing needs, opened before anything is asked or erased. */
interface Means {
  readonly actor: string;
  /** The folder of the document store. */
  readonly store: string;
  /** Nothing where no records are kept. */
  readonly records: { readonly owner: Pool; readonly keys: AuditSigningKeys } | undefined;
  close(): Promise<void>;
}

/** What was erased, in numbers: paths of documents may be personal. */
export interface Erased {
  readonly customer: string;
  readonly reason: string;
  readonly actor: string;
  readonly cases: readonly string[];
  readonly runs: number;
  readonly auditDetails: number;
  readonly documents: number;
  /** Documents that loans of other customers name, too. */
  readonly sharedDocuments: number;
  /** Loans that cannot be read, so that it is not known whose they are. */
  readonly unreadable: readonly string[];
}

interface Wish {
  readonly customer: string;
  readonly reason: string;
  readonly found: CasesOfCustomer;
  readonly more: readonly string[];
}

/** @throws RequestError, ConfigError, KeyFileError */
export async function openMeans(client: Client): Promise<Means> {
  const { records, signing } = readConfig(['records', 'signing']);
  const actor = actorOf(client, signing.actor ?? '');
  if (actor === '')
    throw new RequestError('usage', 'Say who erases: set STARTER_KEY to your key, or STARTER_ACTOR.');
  const means = { actor, store: await storeFolder() };
  if (records.mode === 'off') return { ...means, records: undefined, close: async () => undefined };
  const keys = readWritersAuditKeys(records.keyFile);
  const owner = connectRecords(records.roles.ownerUrl ?? records.roles.url);
  return { ...means, records: { owner, keys }, close: () => owner.end() };
}

/**
 * Erases a customer. What comes first is found through what comes last, so that an erasure which was interrupted can be
 * repeated: the records, the documents, the runs in Temporal.
 */
export async function erase(client: Client, means: Means, wish: Wish): Promise<Erased> {
  const { customer, reason, found, more } = wish;
  const { actor, store, records } = means;
  const cases = [...new Set([...found.cases.map(({ workflowId }) => workflowId), ...more])];
  const at = new Date().toISOString();
  let auditDetails = 0;
  if (records)
    for (const caseId of cases)
      auditDetails += await eraseDetails(records.owner, records.keys, caseId, { reason, actor, at });
  const documents = await eraseDocuments(client, store, wish);
  for (const one of found.cases) await deleteRuns(client, one);
  const runs = found.cases.reduce((sum, { runIds }) => sum + runIds.length, 0);
  const { unreadable } = found;
  return { customer, reason, actor, cases, runs, auditDetails, ...documents, unreadable };
}

async function eraseDocuments(client: Client, store: string, { found, more }: Wish) {
  const loanIds = new Set(found.loans.map(({ workflowId }) => workflowId));
  const named = new Map<string, DocumentReference>();
  for (const { workflowId, runIds } of found.cases.filter((one) => loanIds.has(one.workflowId)))
    for (const runId of runIds)
      for (const document of documentsIn(await valuesOf(client, { workflowId, runId })))
        named.set(`${document.path} ${document.sha256}`, document);
  const others = new Set(found.otherLoans.flatMap(({ documents }) => documents));
  const own = [...named.values()].filter(({ path }) => !others.has(path));
  let documents = 0;
  for (const document of own) if (await removeDocument(store, document)) documents += 1;
  for (const { kind, reference } of [...loanIds, ...more].map(caseOf))
    if (kind === 'loan') documents += await removeDocumentsOf(store, reference);
  return { documents, sharedDocuments: named.size - own.length };
}
