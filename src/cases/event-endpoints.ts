import { randomBytes } from 'node:crypto';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { z } from 'zod';
import { endpointAddress, endpointName } from '../domain/events/events';
import { relayId, relayQuery, relayUpdate, type RelayCommand, type RelayView } from '../domain/events/relay';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes } from '../domain/wire/workflow-types';
import { isBegun } from '../temporal/runs';
import { refusal, UnknownCaseError, wrongUse } from './request-error';
import { answerOf } from './snapshot';

const instant = z.iso.datetime('must be ISO 8601 in UTC, as in 2026-11-27T00:00:00Z');
const eventId = z.uuid('must be that of an event, a UUID');

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Registers an endpoint for events from now on. @returns its secret @throws RequestError */
export async function addEndpoint(client: Client, given: string, url: string): Promise<string> {
  const secret = newSecret();
  const endpoint = {
    name: checked('The name', endpointName, given),
    url: checked('The address', endpointAddress, url),
    secrets: [secret],
  };
  const starting = client.workflow.start(workflowTypes.eventRelay, {
    ...{ taskQueue: WORKFLOW_QUEUE, workflowId: relayId(endpoint.name), args: [{ endpoint }] },
    workflowIdConflictPolicy: 'FAIL',
  });
  if (await isBegun(starting)) return secret;
  throw refusal(`There is an endpoint ${endpoint.name} already; rotate gives it a new secret.`);
}

/** All endpoints. @throws RequestError if no worker answers */
export async function listEndpoints(client: Client): Promise<RelayView[]> {
  const found: RelayView[] = [];
  const query = `WorkflowType = "${workflowTypes.eventRelay}" AND ExecutionStatus = "Running"`;
  for await (const { workflowId } of client.workflow.list({ query }))
    found.push(await answerOf(client, workflowId, relayQuery));
  return found;
}

/** Gives an endpoint a new secret; both sign for a day. @returns the new one @throws RequestError */
export async function rotateSecret(client: Client, endpoint: string): Promise<string> {
  const secret = newSecret();
  await tellEndpoint(client, endpoint, { do: 'rotate', secret });
  return secret;
}

/** Gives an order to an endpoint's relay. @throws RequestError, also if it did not accept a single event */
export async function tellEndpoint(client: Client, endpoint: string, command: RelayCommand): Promise<void> {
  if (command.do === 'replay') checked('The instant', instant, command.from);
  if (command.do === 'resend') checked('The id', eventId, command.id);
  const handle = client.workflow.getHandle(relayId(checked('The name', endpointName, endpoint)));
  try {
    const { failure } = await handle.executeUpdate(relayUpdate, { args: [command] });
    if (failure !== undefined) throw refusal(`${endpoint} was not told: ${failure}.`);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    throw new UnknownCaseError('endpoint', endpoint);
  }
}

/** @throws RequestError with the sentence of the first mistake */
function checked(what: string, schema: z.ZodType<string>, given: string): string {
  const { data, error } = schema.safeParse(given);
  if (data === undefined) throw wrongUse(`${what} ${error.issues[0]?.message}.`);
  return data;
}
