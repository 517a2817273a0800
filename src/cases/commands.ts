import { randomUUID } from 'node:crypto';
import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import type { CommandReceipt } from '../domain/case/commands';
import { RequestError } from './request-error';
import { unanswered } from './connection';

/** What a person tells a case, with the fields of the command. */
export interface CommandPayload {
  readonly actor: string;
  readonly role: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

const ANSWER_WITHIN_MS = 10_000;

/**
 * Sends a command and waits for its receipt. The request id is the update's id, so that a repeat changes nothing.
 * @throws RequestError with the workflow's own sentence when it refuses, or when no worker answers.
 */
export async function sendCommand(
  client: Client,
  workflowId: string,
  command: string,
  payload: CommandPayload,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<CommandReceipt> {
  const { requestId: updateId = randomUUID() } = payload;
  const handle = client.workflow.getHandle(workflowId);
  const send = () => handle.executeUpdate<CommandReceipt, [unknown]>(command, { updateId, args: [payload] });
  try {
    return await client.withAbortSignal(AbortSignal.timeout(answerWithinMs), send);
  } catch (error) {
    throw await explained(error, client, workflowId, updateId);
  }
}

/** Sends the signal of the same name; whether it was taken shows in the case. @throws RequestError once it has ended */
export async function signalCommand(
  client: Client,
  workflowId: string,
  command: string,
  payload: CommandPayload,
): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(command, payload);
  } catch (error) {
    throw error instanceof WorkflowNotFoundError ? ended(workflowId) : error;
  }
}

async function explained(error: unknown, client: Client, workflowId: string, id: string): Promise<unknown> {
  if (error instanceof WorkflowUpdateFailedError)
    return new RequestError('refused', rootCause(error.cause) ?? error.message);
  if (error instanceof WorkflowNotFoundError) return ended(workflowId);
  if (!(error instanceof WorkflowUpdateRPCTimeoutOrCancelledError)) return error;
  return unanswered(client, `The command may still be taken. To ask again safely, add: --request-id ${id}`);
}

const ended = (workflowId: string) =>
  new RequestError('refused', `${workflowId} has ended; it takes no commands any more.`);
