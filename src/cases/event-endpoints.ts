import { randomBytes } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { z } from 'zod';
import { relayId, relayQuery, relayUpdate, type RelayCommand, type RelayView } from '../domain/events/relay';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes } from '../domain/wire/workflow-types';
import { refusal, wrongUse } from './request-error';
import { answerOf } from './snapshot';

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'The name must be small letters, digits and hyphens, at most 40');
const address = z
  .url({ protocol: /^https?$/, error: 'The address must begin with https', abort: true })
  .refine(
    (url) => new URL(url).username === '' && new URL(url).password === '',
    'The address must hold no password',
  );
const instant = z.iso.datetime('The instant must be ISO 8601 in UTC, as in 2026-11-27T00:00:00Z');
const eventId = z.uuid('The id must be that of an event, a UUID');

/** A fresh secret of an endpoint, which signs what is posted there. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Registers an endpoint, which is told what happens from now on. @returns its secret @throws RequestError */
export async function addEndpoint(client: Client, given: string, url: string): Promise<string> {
  const secret = newSecret();
  const endpoint = { name: checked(name, given), url: checked(address, url), secrets: [secret] };
  try {
    await client.workflow.start(workflowTypes.eventRelay, {
      ...{ taskQueue: WORKFLOW_QUEUE, workflowId: relayId(endpoint.name), args: [{ endpoint }] },
      workflowIdConflictPolicy: 'FAIL',
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError)
      throw refusal(`There is an endpoint ${endpoint.name} already.`);
    throw error;
  }
  return secret;
}

/** The endpoints that there are. @throws RequestError where no worker answers */
export async function listEndpoints(client: Client): Promise<RelayView[]> {
  const found: RelayView[] = [];
  const query = `WorkflowType = "${workflowTypes.eventRelay}" AND ExecutionStatus = "Running"`;
  for await (const { workflowId } of client.workflow.list({ query }))
    found.push(await answerOf(client, workflowId, relayQuery));
  return found;
}

/** Gives an endpoint a new secret; for a day both sign. @returns the new one @throws RequestError */
export async function rotateSecret(client: Client, endpoint: string): Promise<string> {
  const secret = newSecret();
  await tellEndpoint(client, endpoint, { do: 'rotate', secret });
  return secret;
}

/** Asks something of the relay of an endpoint. @throws RequestError, also where a single event was not taken */
export async function tellEndpoint(client: Client, endpoint: string, command: RelayCommand): Promise<void> {
  if (command.do === 'replay') checked(instant, command.from);
  if (command.do === 'resend') checked(eventId, command.id);
  const handle = client.workflow.getHandle(relayId(checked(name, endpoint)));
  try {
    const { failure } = await handle.executeUpdate(relayUpdate, { args: [command] });
    if (failure !== undefined) throw refusal(`${endpoint} was not told: ${failure}.`);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw refusal(`There is no endpoint ${endpoint}.`);
  }
}

/** @throws RequestError with the sentence of the first thing that is wrong */
function checked(schema: z.ZodType<string>, given: string): string {
  const { data, error } = schema.safeParse(given);
  if (data === undefined) throw wrongUse(`${error.issues[0]?.message}.`);
  return data;
}
