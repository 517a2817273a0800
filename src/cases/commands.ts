import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';
import { status } from '@grpc/grpc-js';
import { ApplicationFailure, rootCause } from '@temporalio/common';
import type { CommandReceipt } from '../domain/case/commands';
import { OUTCOME_UNKNOWN } from '../domain/wire/failure-types';
import { RequestError, refusal } from './request-error';
import { commandMessage, type CommandPayload } from './signing';
import { unanswered } from './connection';
import { hasStatus } from '../temporal/runs';

const ANSWER_WITHIN_MS = 10_000;

/**
 * Sends a command and waits for its receipt. The request id is the update's id, so that a repeat changes nothing.
 * @throws RequestError with the workflow's own sentence if it refuses, or if no worker answers.
 */
export async function sendCommand(
  client: Client,
  workflowId: string,
  command: string,
  payload: CommandPayload,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<CommandReceipt> {
  const { requestId = randomUUID() } = payload;
  const prepared = await prepareCommand(client, workflowId, command, { ...payload, requestId });
  return sendPrepared(client, prepared, answerWithinMs);
}

/** Makes a command without sending it; its act is valid for minutes. @throws RequestError if signing fails */
export async function prepareCommand(
  client: Client,
  workflowId: string,
  command: string,
  payload: CommandPayload & { readonly requestId: string },
) {
  const message = await commandMessage(client, workflowId, command, payload);
  return { workflowId, command, requestId: payload.requestId, message };
}

/** A command ready to be sent, signed if its client signs. */
export type PreparedCommand = Readonly<Awaited<ReturnType<typeof prepareCommand>>>;

/** Sends a prepared command, and waits for its receipt. @throws RequestError as `sendCommand` */
export async function sendPrepared(
  client: Client,
  { workflowId, command, requestId: updateId, message }: PreparedCommand,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<CommandReceipt> {
  const handle = client.workflow.getHandle(workflowId);
  const send = () => handle.executeUpdate<CommandReceipt, [unknown]>(command, { updateId, args: [message] });
  try {
    // A signal would end only the call that it finds under way, and neither its retries nor the next call.
    return await client.withDeadline(Date.now() + answerWithinMs, () => untilDelivered(send));
  } catch (error) {
    throw await explained(error, client, updateId);
  }
}

async function explained(error: unknown, client: Client, id: string): Promise<unknown> {
  if (error instanceof WorkflowUpdateFailedError) return refusal(rootCause(error.cause) ?? error.message);
  if (error instanceof WorkflowNotFoundError)
    return refusal('The case has ended; it takes no commands any more.');
  if (!(error instanceof WorkflowUpdateRPCTimeoutOrCancelledError)) return error;
  const { kind, message } = await unanswered(client, 'The command may still be taken.');
  return new RequestError(kind, message, `To ask again safely, add: --request-id ${id}`);
}

/** Pause between attempts: a case takes a few milliseconds to end, or to continue in a new run. */
const PAUSE_MS = 50;

/** How often a command is sent again of which something other than its case says that it failed. */
const UNPROVEN_MAX = 3;

/**
 * Sends a command again while the server loses it because its case is ending or continuing in a new run, or makes a
 * failure of it that has no proof of the case.
 */
export async function untilDelivered<R>(send: () => Promise<R>): Promise<R> {
  for (let unproven = 0; ;) {
    try {
      return await send();
    } catch (error) {
      if (!isLostWithItsTask(error) && !(isUnproven(error) && unproven++ < UNPROVEN_MAX)) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

/** Whether an update failed with its task: the server fails a run's last task if messages precede it. */
const isLostWithItsTask = (error: unknown): boolean =>
  error instanceof ServiceError && hasStatus(error, status.FAILED_PRECONDITION);

const isUnproven = (error: unknown): boolean =>
  error instanceof WorkflowUpdateFailedError &&
  error.cause instanceof ApplicationFailure &&
  error.cause.type === OUTCOME_UNKNOWN;
