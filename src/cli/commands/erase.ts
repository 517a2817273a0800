import { Option, type Command } from '@commander-js/extra-typings';
import { createInterface } from 'node:readline';
import type { Client } from '@temporalio/client';
import { withClient } from '../../cases/connection';
import {
  casesOfCustomer,
  type CasesOfCustomer,
  documentsIn,
  valuesOf,
  deleteRuns,
} from '../../cases/erasure';
import { refusal, wrongUse } from '../../cases/request-error';
import { reference } from '../../input/fields';
import { latestRun } from '../../temporal/runs';
import { examples, inform, printResult } from '../terminal';
import { removeDocument, removeDocumentsOf } from '../../activities/documents/store';
import { actorOf } from '../../cases/signing';
import { readConfig } from '../../config/read-config';
import type { DocumentReference } from '../../domain/loan/documents';
import { caseOf } from '../../domain/wire/workflow-ids';
import { eraseDetails } from '../../records/audit/append';
import { connectRecords } from '../../records/connection';
import { readWritersAuditKeys } from '../../records/audit-key-files';
import { storeFolder } from '../files/input-file';

/** Reasons for an erasure: a closed list, since the reason stays in the audit for good. Help loads no other module for it. */
const REASONS = ['CUSTOMER_REQUEST', 'RETENTION_ENDED', 'AUTHORITY_ORDER', 'ENTERED_BY_MISTAKE'] as const;

export function addErase(program: Command): void {
  program
    .command('erase')
    .description(
      'Erase a customer: the ended cases in Temporal, their documents, and what is personal in the audit, which goes on to verify. Refused while a case is open.',
    )
    .argument('<customer>', 'your own reference of the customer, as in CU-2026-0001')
    .addOption(
      new Option('--reason <reason>', 'why; it stays in the audit').choices(REASONS).makeOptionMandatory(),
    )
    .option(
      '--case <id...>',
      "workflow ids of more of the customer's cases, which Temporal does not keep any more",
    )
    .option('--yes', 'do not ask for the reference again')
    .option('--json', 'print what was erased as JSON')
    .addHelpText('after', examples('erase CU-2026-0001 --reason CUSTOMER_REQUEST'))
    .action((given, { reason, case: more = [], yes, json }) =>
      withClient(async (client) => {
        const { data: customer, error } = reference('The reference of the customer').safeParse(given);
        if (error) throw wrongUse(`${error.issues.map(({ message }) => message).join('; ')}.`);
        const found = await casesOfCustomer(client, customer);
        await requireErasable(client, customer, found, more);
        const means = await openMeans(client);
        try {
          if (yes !== true) await requireConfirmation(customer, found.cases.length + more.length);
          printResult(json, await erase(client, means, { customer, reason }, found, more), erasureView);
        } finally {
          await means.close();
        }
      }),
    );
}

/** Asks for the customer's reference again, on a line of stdin. @throws RequestError for another answer */
export async function requireConfirmation(
  customer: string,
  cases: number,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<void> {
  const many = cases === 1 ? '1 case' : `${cases} cases`;
  inform(`This erases ${many} of ${customer} for good. Type the reference of the customer again:`);
  const lines = createInterface({ input });
  // Only the first line counts as the answer. An input that ends without a line confirms nothing.
  for await (const line of lines) {
    lines.close();
    if (line.trim() === customer) return;
    break;
  }
  throw refusal('Nothing was erased: the reference was not typed again. See --yes.');
}

/** @throws RequestError if a case is open, there is nothing to erase, or a named case is in Temporal */
async function requireErasable(
  client: Client,
  customer: string,
  { cases }: CasesOfCustomer,
  more: readonly string[],
): Promise<void> {
  const open = cases.filter(({ isOpen }) => isOpen).map(({ workflowId }) => workflowId);
  if (open.length > 0)
    throw refusal(
      `Nothing was erased: ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} open. End ${open.length === 1 ? 'it' : 'them'} first.`,
    );
  if (cases.length + more.length === 0)
    throw refusal(`Temporal keeps no case of a customer ${customer}. Name older cases by --case.`);
  const kept = new Set(cases.map(({ workflowId }) => workflowId));
  for (const id of more)
    if (!kept.has(id) && (await latestRun(client, id)))
      throw refusal(`Nothing was erased: ${id} is in Temporal, and is no case of ${customer}.`);
}

/** A report of the erasure for people, with the points that they must check themselves. */
const erasureView = ({ customer, cases, runs, unreadable, ...erased }: Erased): string =>
  [
    `Erased ${customer}: ${cases.join(', ')}.`,
    `${runs} runs in Temporal, ${erased.auditDetails} details of the audit, ${erased.documents} documents.`,
    erased.sharedDocuments > 0 &&
      `${erased.sharedDocuments} documents stay: loans of other customers name them, too.`,
    unreadable.length > 0 &&
      `These loans cannot be read; look whether they are the customer's: ${unreadable.join(', ')}.`,
    'The bank keeps what it was given; ask it to erase the customer, too.',
  ]
    .filter(Boolean)
    .join('\n');

type Erased = Awaited<ReturnType<typeof erase>>;

/** Opens what an erasure needs, before anything is asked or erased. @throws RequestError, ConfigError, KeyFileError */
async function openMeans(client: Client) {
  const { records, signing } = readConfig(['records', 'signing']);
  const actor = actorOf(client, signing.actor ?? '');
  if (actor === '') throw wrongUse('Say who erases: set STARTER_KEY to your key, or STARTER_ACTOR.');
  const means = { actor, store: await storeFolder() };
  if (records.mode === 'off') return { ...means, records: undefined, close: async () => undefined };
  const keys = readWritersAuditKeys(records.keyFile);
  const owner = connectRecords(records.roles.ownerUrl ?? records.roles.url);
  return { ...means, records: { owner, keys }, close: () => owner.end() };
}

/**
 * Erases a customer: the records, the documents, the runs in Temporal. Each step finds its data through a
 * later one, so an interrupted erasure can be repeated. @returns the erased items in numbers, because paths of
 * documents may be personal
 */
async function erase(
  client: Client,
  { actor, store, records }: Awaited<ReturnType<typeof openMeans>>,
  { customer, reason }: { readonly customer: string; readonly reason: string },
  found: CasesOfCustomer,
  more: readonly string[],
) {
  const cases = [...new Set([...found.cases.map(({ workflowId }) => workflowId), ...more])];
  const at = new Date().toISOString();
  let auditDetails = 0;
  if (records)
    for (const caseId of cases)
      auditDetails += await eraseDetails(records.owner, records.keys, caseId, { reason, actor, at });
  const documents = await eraseDocuments(client, store, found, more);
  for (const one of found.cases) await deleteRuns(client, one);
  const runs = found.cases.reduce((sum, { runIds }) => sum + runIds.length, 0);
  const { unreadable } = found;
  return { customer, reason, actor, cases, runs, auditDetails, ...documents, unreadable };
}

/** @returns how many were erased, and how many stay because loans of other customers also name them */
async function eraseDocuments(
  client: Client,
  store: string,
  found: CasesOfCustomer,
  more: readonly string[],
) {
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
