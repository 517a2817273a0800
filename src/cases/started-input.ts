import { type Client, QueryNotRegisteredError } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { givenIn, unsigned } from '../domain/case/acts';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { refusal } from './request-error';
import { ifThere } from './workflow-chain';
import { detailsIn, identityNumbersIn, type CaseDetails, type IdentityNumbers } from '../domain/case/details';
import { detailsQuery, identityNumbersQuery } from '../domain/wire/messages';
import { answerOf } from './snapshot';

/** @throws RequestError if a loan of this reference was started from another input */
export async function requireStartable(client: Client, input: { readonly reference: string }): Promise<void> {
  const workflowId = caseId('loan', input.reference);
  if (await ifThere(client.workflow.getHandle(workflowId).describe()))
    await requireSameInput(client, workflowId, input);
}

const NAMED_MAX = 10;

/** @throws RequestError if the reference was used with another input */
export async function requireSameInput(client: Client, workflowId: string, input: unknown): Promise<void> {
  const fields = await fieldsThatDiffer(client, workflowId, input);
  if (fields.length === 0) return;
  const { kind, reference } = caseOf(workflowId);
  const more = fields.length > NAMED_MAX ? ` and ${fields.length - NAMED_MAX} more` : '';
  throw refusal(
    `The ${kind} ${reference} was started from another file; nothing was started or changed. ` +
      `These fields differ: ${fields.slice(0, NAMED_MAX).join(', ')}${more}.`,
  );
}

/** The names of the fields in which an input differs from the one that started the workflow. */
async function fieldsThatDiffer(client: Client, workflowId: string, input: unknown): Promise<string[]> {
  const before = leaves(await startedInput(client, workflowId));
  const now = leaves(plain(input));
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}

/** The input that started a case, without its act, whichever run the case is in. */
export const startedInput = async (client: Client, workflowId: string): Promise<unknown> =>
  unsigned(givenIn(await firstInput(client, { workflowId }))).fields;

/** The unchanged input of a run, from its first event; by default of the latest run. */
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

/** An input as the server stores it. */
const plain = (input: unknown): unknown => JSON.parse(JSON.stringify(input));

/** Each single value by its path, such as `beneficiary.bankCode`; values as JSON. */
function leaves(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leaves(part, [...path, name])]));
}

/**
 * The present details of a case; those of its original input if the worker's build does not know the query,
 * or the case has not read its input yet. @throws RequestError if no worker answers
 */
export async function detailsOf(client: Client, workflowId: string): Promise<CaseDetails> {
  const told = await answerOf(client, workflowId, detailsQuery).catch(unlessUnknown);
  return told ?? detailsIn(await startedInput(client, workflowId));
}

/** The person's BVN and NIN in full, from the same places. @throws RequestError if no worker answers */
export async function identityNumbersOf(client: Client, workflowId: string): Promise<IdentityNumbers> {
  const told = await answerOf(client, workflowId, identityNumbersQuery).catch(unlessUnknown);
  return told ?? identityNumbersIn(await startedInput(client, workflowId));
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof QueryNotRegisteredError)) throw error;
}
