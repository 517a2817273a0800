import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { attributeKey } from '../../domain/wire/search-attributes';
import { caseOf, caseId } from '../../domain/wire/workflow-ids';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { loansIn, type StartedLoan } from './started-loans';

/** A case of a customer, with every run that Temporal still keeps. */
export interface CustomerCase {
  readonly workflowId: string;
  readonly runIds: readonly string[];
  readonly isOpen: boolean;
}

/** Everything in Temporal that belongs to one customer. */
export interface CasesOfCustomer {
  /** In the order in which they may be deleted: the loans, by which the others are found, come last. */
  readonly cases: readonly CustomerCase[];
  /** The customer's loans. */
  readonly loans: readonly StartedLoan[];
  /** Those of all other customers. */
  readonly otherLoans: readonly StartedLoan[];
  /** Loans whose input cannot be read, so that it is not known whose they are. */
  readonly unreadable: readonly string[];
}

const keys = { customerId: attributeKey('CustomerId'), loanReference: attributeKey('LoanReference') };

/** Looks through all loans, open and ended: their inputs alone tell our own reference of the customer. */
export async function casesOfCustomer(client: Client, customer: string): Promise<CasesOfCustomer> {
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
 * By the references of the loans. One whose loan is gone already is found by the bank's id of the customer, unless it
 * belongs to a loan of another reference of ours.
 */
async function repaymentsOf(
  client: Client,
  loanIds: ReadonlySet<string>,
  others: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const customerIds = new Set<string>();
  const list = async (condition: string) => {
    for await (const { workflowId, type, typedSearchAttributes: attributes } of client.workflow.list({
      query: condition,
    })) {
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

/** All runs of a case; nothing where Temporal has none. */
async function caseWith(client: Client, workflowId: string): Promise<CustomerCase | undefined> {
  // The index lags a moment behind; the latest run is asked for itself.
  const latest = await client.workflow
    .getHandle(workflowId)
    .describe()
    .catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    });
  if (!latest) return undefined;
  const runIds = new Set([latest.runId]);
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${workflowId}"` }))
    runIds.add(runId);
  return { workflowId, runIds: [...runIds], isOpen: latest.status.name === 'RUNNING' };
}
