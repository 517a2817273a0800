import type { Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { unsigned } from '../../domain/case/acts';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { documentsIn } from './history-values';

/** A run of a loan, and what its input tells of whom and what it is about. */
export interface StartedLoan {
  readonly workflowId: string;
  readonly customer: string;
  /** Where its documents lie, in the store. */
  readonly documents: readonly string[];
}

const AT_A_TIME = 10;

/** All runs of loans that Temporal keeps, open and ended; and the ids of those that cannot be read. */
export async function loansIn(
  client: Client,
): Promise<{ readonly loans: readonly StartedLoan[]; readonly unreadable: readonly string[] }> {
  const runs: { workflowId: string; runId: string }[] = [];
  for await (const run of client.workflow.list({ query: `WorkflowType = "${workflowTypes.loan}"` }))
    runs.push(run);
  const loans: StartedLoan[] = [];
  const unreadable: string[] = [];
  for (let from = 0; from < runs.length; from += AT_A_TIME) {
    const some = runs.slice(from, from + AT_A_TIME);
    const read = await Promise.all(some.map((run) => startedLoan(client, run)));
    for (const [place, loan] of read.entries())
      if (loan) loans.push(loan);
      else unreadable.push(some[place]?.workflowId ?? '');
  }
  return { loans, unreadable: [...new Set(unreadable)] };
}

/** Nothing where its input is under a key that is gone, or was never a loan's. */
async function startedLoan(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<StartedLoan | undefined> {
  const { namespace, loadedDataConverter } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, payloads, owner).catch(() => []);
  const { customer, documents } = Object(unsigned(input).fields) as {
    customer?: { reference?: unknown };
    documents?: unknown;
  };
  if (typeof customer?.reference !== 'string') return undefined;
  return {
    workflowId,
    customer: customer.reference,
    documents: documentsIn(documents).map(({ path }) => path),
  };
}
