import { status } from '@grpc/grpc-js';
import {
  isGrpcServiceError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { sliced } from '../domain/batch/rows';

/** Whether a start has begun its workflow; false if the server has one under this id already. */
export const isBegun = (start: Promise<unknown>): Promise<boolean> =>
  start.then(
    () => true,
    (error: unknown) => {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    },
  );

/** The latest run of a workflow; `undefined` where Temporal knows none under this id. Exact, unlike a list. */
export const latestRun = (client: Client, workflowId: string) =>
  client.workflow.getHandle(workflowId).describe().catch(unlessGone);

/** For `catch`: `undefined` for a workflow that is gone or never ran; any other error is thrown. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

/** Whether a request failed with one of these statuses, by the client's error or by its cause. */
export function hasStatus(error: unknown, ...statuses: readonly status[]): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && statuses.includes(cause.code);
}

/** For `catch`: `undefined` for something that Temporal does not have; any other error is thrown. */
export function unlessNotFound(error: unknown): undefined {
  if (!hasStatus(error, status.NOT_FOUND)) throw error;
}

/** The values in payloads of a workflow's history. */
export const decodedIn = (
  { options: { loadedDataConverter, namespace } }: Client,
  workflowId: string,
  payloads: Parameters<typeof decodeArrayFromPayloads>[1],
): Promise<unknown[]> =>
  decodeArrayFromPayloads(loadedDataConverter, payloads, { type: 'workflow', namespace, workflowId });

/** Writes a timestamp of a workflow's history in ISO 8601, to the second; a missing one as 1970. */
export const isoOf = (time: { readonly seconds?: unknown } | null | undefined): string =>
  new Date(Number(time?.seconds ?? 0) * 1_000).toISOString();

/** Questions to Temporal at a time. */
const AT_ONCE = 20;

/** Asks about each item, a few of them at a time. */
export async function each<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const told: R[] = [];
  for (const some of sliced(items, AT_ONCE)) told.push(...(await Promise.all(some.map(ask))));
  return told;
}
