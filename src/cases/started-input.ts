import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { givenIn, unsigned } from '../domain/case/acts';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { RequestError } from './request-error';

/** @throws RequestError when a loan of this reference was started from another input */
export async function requireStartable(client: Client, input: { readonly reference: string }): Promise<void> {
  const workflowId = caseId('loan', input.reference);
  const known = await client.workflow.getHandle(workflowId).describe().catch(unlessNotFound);
  if (known) await requireSameInput(client, workflowId, [input]);
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

/** Names of fields in one sentence. */
const NAMED_MAX = 10;

/** @throws RequestError when the reference was used with another input */
export async function requireSameInput(
  client: Client,
  workflowId: string,
  [input]: readonly unknown[] = [],
): Promise<void> {
  const fields = await fieldsThatDiffer(client, workflowId, input);
  if (fields.length === 0) return;
  const { kind, reference } = caseOf(workflowId);
  const more = fields.length > NAMED_MAX ? ` and ${fields.length - NAMED_MAX} more` : '';
  throw new RequestError(
    'refused',
    `The ${kind} ${reference} was started from another file; nothing was started or changed. ` +
      `These fields differ: ${fields.slice(0, NAMED_MAX).join(', ')}${more}.`,
  );
}

/** The names of the fields in which an input differs from that with which the workflow of this id was started. */
async function fieldsThatDiffer(client: Client, workflowId: string, input: unknown): Promise<string[]> {
  const before = leaves(await startedInput(client, workflowId));
  const now = leaves(plain(input));
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}

/** The input that a case was started with, without its act, whichever run it is in. */
export async function startedInput(client: Client, workflowId: string): Promise<unknown> {
  const { namespace, loadedDataConverter } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId },
    maximumPageSize: 1,
  });
  const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, payloads, owner);
  return unsigned(givenIn(input)).fields;
}

/** An input as it looks after its way to the server. */
const plain = (input: unknown): unknown => JSON.parse(JSON.stringify(input));

/** Each single value by its path, such as `beneficiary.bankCode`; values as JSON. */
function leaves(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leaves(part, [...path, name])]));
}
