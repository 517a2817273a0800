import { type Client, isGrpcServiceError, type WorkflowExecutionInfo } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { attributeKey } from '../domain/wire/search-attributes';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { unsigned } from '../domain/case/acts';
import type { DocumentReference } from '../domain/loan/documents';
import { timedOut } from './request-error';
import { firstInput } from './started-input';
import { decodedIn, each, latestRun, unlessNotFound } from '../temporal/runs';

/** A case of a customer, with every run that Temporal still keeps. */
interface CustomerCase {
  readonly workflowId: string;
  readonly runIds: readonly string[];
  readonly isOpen: boolean;
}

const keys = { customerId: attributeKey('CustomerId'), loanReference: attributeKey('LoanReference') };

export type CasesOfCustomer = Awaited<ReturnType<typeof casesOfCustomer>>;

/**
 * Everything in Temporal that belongs to a customer: the cases in the order of deletion, with the loans, by which the
 * others are found, last; and as `unreadable` the loans whose customer is unknown. It searches all loans, open and
 * ended, since only their inputs hold our own reference of the customer.
 */
export async function casesOfCustomer(client: Client, customer: string) {
  const { loans: all, unreadable } = await loansIn(client);
  const loans = all.filter((loan) => loan.customer === customer);
  const otherLoans = all.filter((loan) => loan.customer !== customer);
  const loanIds = new Set(loans.map(({ workflowId }) => workflowId));
  const others = new Set(otherLoans.map(({ workflowId }) => workflowId));
  const repayments = await repaymentsOf(client, loanIds, others);
  const ids = [...repayments, caseId('enrolment', customer), ...loanIds];
  const cases = await Promise.all(ids.map((id) => caseWith(client, id)));
  return { cases: cases.flatMap((found) => found ?? []), loans, otherLoans, unreadable };
}

/**
 * Finds repayments by the references of their loans. If the loan is already gone, finds them by the bank's id
 * of the customer, unless they belong to a loan of another customer of ours.
 */
async function repaymentsOf(client: Client, loanIds: ReadonlySet<string>, others: ReadonlySet<string>) {
  const found = new Set<string>();
  const customerIds = new Set<string>();
  const list = async (query: string) => {
    for await (const run of client.workflow.list({ query })) {
      const { workflowId, type, typedSearchAttributes: attributes } = run;
      const customerId = attributes.get(keys.customerId);
      if (customerId !== undefined) customerIds.add(customerId);
      const loanId = caseId('loan', attributes.get(keys.loanReference) ?? '');
      if (type === workflowTypes.repayment && !others.has(loanId)) found.add(workflowId);
    }
  };
  for (const loanId of loanIds) await list(`LoanReference = "${caseOf(loanId).reference}"`);
  for (const id of [...customerIds]) await list(`CustomerId = "${id}"`);
  return found;
}

/** All runs of a case; `undefined` if Temporal has none. */
async function caseWith(client: Client, workflowId: string): Promise<CustomerCase | undefined> {
  // The index lags a moment behind, so the latest run is read directly.
  const latest = await latestRun(client, workflowId);
  if (!latest) return undefined;
  const runIds = new Set([latest.runId]);
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${workflowId}"` }))
    runIds.add(runId);
  return { workflowId, runIds: [...runIds], isOpen: latest.status.name === 'RUNNING' };
}

/** All runs of loans that Temporal retains, open and ended, and the ids of those that cannot be read. */
async function loansIn(client: Client) {
  const runs: Run[] = [];
  for await (const run of client.workflow.list({ query: `WorkflowType = "${workflowTypes.loan}"` }))
    runs.push(run);
  const read = async (run: Run) => ({ run, loan: await startedLoan(client, run) });
  const found = await each(runs, read);
  const loans = found.flatMap(({ loan }) => loan ?? []);
  const unreadable = found.filter(({ loan }) => !loan).map(({ run }) => run.workflowId);
  return { loans, unreadable: [...new Set(unreadable)] };
}

/** The customer and the documents of a loan; `undefined` if the key of its input is gone, or it was never a loan's. */
async function startedLoan(client: Client, run: Run) {
  const input = await firstInput(client, run).catch((error: unknown) => {
    if (isGrpcServiceError(error)) throw error;
    return undefined;
  });
  const { customer, documents } = Object(unsigned(input).fields) as {
    customer?: { reference?: unknown };
    documents?: unknown;
  };
  if (typeof customer?.reference !== 'string') return undefined;
  const paths = documentsIn(documents).map(({ path }) => path);
  return { workflowId: run.workflowId, customer: customer.reference, documents: paths };
}

type Run = Pick<WorkflowExecutionInfo, 'workflowId' | 'runId'>;

/** All values in the history of a run that this client's keys can read. */
export async function valuesOf(client: Client, { workflowId, runId }: Run): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for (const payload of payloadsIn(await client.workflow.getHandle(workflowId, runId).fetchHistory()))
    values.push(...(await decodedIn(client, workflowId, [payload]).catch(() => [])));
  return values;
}

function payloadsIn(part: unknown): Payload[] {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return [];
  return isPayload(part) ? [part] : Object.values(part).flatMap(payloadsIn);
}

const isPayload = (part: object): part is Payload =>
  'metadata' in part && 'data' in part && part.data instanceof Uint8Array;

/** The documents that a value names, however deep. */
export function documentsIn(value: unknown): DocumentReference[] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, sha256 } = value as { path?: unknown; sha256?: unknown };
  const own = typeof path === 'string' && typeof sha256 === 'string' ? [{ path, sha256 }] : [];
  return [...own, ...Object.values(value).flatMap(documentsIn)];
}

const LOOK_AGAIN_MS = 200;
const GONE_WITHIN_MS = 60_000;

/** Deletes these runs of a case and none begun since, and waits until Temporal shows them no longer. @throws RequestError */
export async function deleteRuns(client: Client, { workflowId, runIds }: CustomerCase): Promise<void> {
  const { namespace } = client.options;
  const api = client.workflowService;
  for (const runId of runIds)
    await api
      .deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } })
      .catch(unlessNotFound);
  const deadline = performance.now() + GONE_WITHIN_MS;
  const isThere = async (runId: string) =>
    (await api
      .describeWorkflowExecution({ namespace, execution: { workflowId, runId } })
      .catch(unlessNotFound)) !== undefined;
  const isListed = async () => (await client.workflow.count(`WorkflowId = "${workflowId}"`)).count > 0;
  for (const runId of runIds)
    // Ends when Temporal has deleted the run, or takes too long.
    while ((await isThere(runId)) || (runId === runIds.at(-1) && (await isListed()))) {
      if (performance.now() > deadline)
        throw timedOut(`Temporal has taken on to delete ${workflowId}, but still shows it. Ask again later.`);
      await sleep(LOOK_AGAIN_MS);
    }
}
