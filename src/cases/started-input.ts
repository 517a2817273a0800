import { type Client, QueryNotRegisteredError } from '@temporalio/client';
import type { QueryDefinition } from '@temporalio/common';
import { givenIn, unsigned } from '../domain/case/acts';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { refusal } from './request-error';
import { decodedIn, latestRun } from '../temporal/runs';
import { detailsIn, identityNumbersIn } from '../domain/case/details';
import { detailsQuery, identityNumbersQuery } from '../domain/wire/messages';
import { answerOf } from './snapshot';

/** @throws RequestError if a loan of this reference was started from another input */
export async function requireStartable(client: Client, input: { readonly reference: string }): Promise<void> {
  const workflowId = caseId('loan', input.reference);
  if (await latestRun(client, workflowId)) await requireSameInput(client, workflowId, input);
}

const NAMED_MAX = 10;

/** @throws RequestError if the reference was used with another input */
export async function requireSameInput(client: Client, workflowId: string, input: unknown): Promise<void> {
  const before = leaves(await startedInput(client, workflowId));
  // As the server stores it.
  const now = leaves(JSON.parse(JSON.stringify(input)));
  const names = new Set([...before.keys(), ...now.keys()]);
  const fields = [...names].filter((name) => before.get(name) !== now.get(name)).sort();
  if (fields.length === 0) return;
  const { kind, reference } = caseOf(workflowId);
  const more = fields.length > NAMED_MAX ? ` and ${fields.length - NAMED_MAX} more` : '';
  throw refusal(
    `The ${kind} ${reference} was started with other details; nothing was started or changed. ` +
      `These fields differ: ${fields.slice(0, NAMED_MAX).join(', ')}${more}.`,
  );
}

/** The input that started a case, without its act, whichever run the case is in. */
export const startedInput = async (client: Client, workflowId: string): Promise<unknown> =>
  unsigned(givenIn(await firstInput(client, { workflowId }))).fields;

/** The unchanged input of a run, from its first event; by default of the latest run. */
export async function firstInput(
  client: Client,
  execution: { readonly workflowId: string; readonly runId?: string },
): Promise<unknown> {
  const { namespace } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution,
    maximumPageSize: 1,
  });
  const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
  const [input] = await decodedIn(client, execution.workflowId, payloads);
  return input;
}

/** Each single value by its path, such as `beneficiary.bankCode`; values as JSON. */
function leaves(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leaves(part, [...path, name])]));
}

/**
 * What a case answers; what its original input says if the worker's build does not know the query, or the case
 * has not read its input yet. @throws RequestError if no worker answers
 */
const answeredOr =
  <R extends object>(query: QueryDefinition<R | undefined>, valueIn: (input: unknown) => R) =>
  async (client: Client, workflowId: string): Promise<R> => {
    const told = await answerOf(client, workflowId, query).catch((error: unknown) => {
      if (!(error instanceof QueryNotRegisteredError)) throw error;
    });
    return told ?? valueIn(await startedInput(client, workflowId));
  };

/** The present details of a case. */
export const detailsOf = answeredOr(detailsQuery, detailsIn);
/** The person's BVN and NIN in full. */
export const identityNumbersOf = answeredOr(identityNumbersQuery, identityNumbersIn);
