import { type Client, QueryNotRegisteredError } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { givenIn, unsigned } from '../domain/case/acts';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { RequestError } from './request-error';
import { ifThere } from './workflow-chain';
import { detailsIn, identityNumbersIn, type CaseDetails, type IdentityNumbers } from '../domain/case/details';
import { detailsQuery, identityNumbersQuery } from '../domain/wire/messages';
import { answerOf } from './snapshot';

/** @throws RequestError when a loan of this reference was started from another input */
export async function requireStartable(client: Client, input: { readonly reference: string }): Promise<void> {
  const workflowId = caseId('loan', input.reference);
  if (await ifThere(client.workflow.getHandle(workflowId).describe()))
    await requireSameInput(client, workflowId, [input]);
}

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
export const startedInput = async (client: Client, workflowId: string): Promise<unknown> =>
  unsigned(givenIn(await firstInput(client, { workflowId }))).fields;

/** The input of a run as it came, by its first event; the latest run where none is named. */
export async function firstInput(
  client: Client,
  execution: { readonly workflowId: string; readonly runId?: string },
): Promise<unknown> {
  const { namespace, loadedDataConverter } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution,
    maximumPageSize: 1,
  });
  const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
  const owner = { type: 'workflow', namespace, workflowId: execution.workflowId } as const;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, payloads, owner);
  return input;
}

/** An input as it looks after its way to the server. */
const plain = (input: unknown): unknown => JSON.parse(JSON.stringify(input));

/** Each single value by its path, such as `beneficiary.bankCode`; values as JSON. */
function leaves(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leaves(part, [...path, name])]));
}

/**
 * What the input of a case says now; what it was started with, where the worker's build does not know the question, or
 * the case has not read its input yet. @throws RequestError where no worker answers
 */
export async function detailsOf(client: Client, workflowId: string): Promise<CaseDetails> {
  const told = await answerOf(client, workflowId, detailsQuery).catch(unlessUnknown);
  return told ?? detailsIn(await startedInput(client, workflowId));
}

/** The BVN and NIN of the person of a case in full, from the same places. @throws RequestError where no worker answers */
export async function identityNumbersOf(client: Client, workflowId: string): Promise<IdentityNumbers> {
  const told = await answerOf(client, workflowId, identityNumbersQuery).catch(unlessUnknown);
  return told ?? identityNumbersIn(await startedInput(client, workflowId));
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof QueryNotRegisteredError)) throw error;
}
