import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { caseQuery } from '../../src/domain/wire/messages';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import type { TestEnvironment } from '../test-environment';
import { effectsOn, EVENT, isHandled, transferIn } from '../money-events';
import { PATIENCE_MS, payoutFile, startPayouts } from '../payouts';
import { log, type Row } from '../report';
import type { Attack } from './run';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';

interface Size {
  readonly payouts: number;
  readonly events: number;
  /** Real seconds over which the copies of an event are scattered. */
  readonly spreadSeconds: number;
}
const full: Size = { payouts: 20, events: 1_000, spreadSeconds: 20 };
const small: Size = { payouts: 4, events: 60, spreadSeconds: 2 };

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const size = quick ? small : full;
  const { client, sandbox } = environment;
  const payouts = await waitingPayouts(environment, size.payouts);
  await backfill(client);
  goWrong(environment, size);
  const told = await transferIn(environment, payouts, size.events);
  await until(() => sandbox.deliveries.toJSON().pending === 0);
  const { deliveries } = sandbox.deliveries.toJSON();
  const dropped = told.filter(({ uniqueRef }) =>
    deliveries.some(({ eventId, outcome }) => eventId === uniqueRef && outcome === 'dropped'),
  );
  log(`  ${deliveries.length} deliveries, ${dropped.length} of ${told.length} events dropped`);
  await backfill(client);
  const recovered = await count(dropped, ({ uniqueRef }) => isHandled(client, uniqueRef));
  const handled = await count(told, ({ uniqueRef }) => isHandled(client, uniqueRef));
  const forged = deliveries.filter((delivery) => delivery.forged);
  const forgedAccepted = await count(forged, ({ eventId }) => isHandled(client, eventId));
  const { duplicateEffects, missingEffects } = await effectsOn(client, payouts, told);
  const asked = await settle(environment, payouts);
  const fields = {
    events: told.length,
    handled,
    duplicateEffects,
    missingEffects,
    forged: forged.length,
    forgedAccepted,
    dropped: dropped.length,
    recovered,
    payoutsAsked: asked,
  };
  const isClean = duplicateEffects + missingEffects + forgedAccepted === 0 && recovered === dropped.length;
  return { fields, holds: isClean && handled === told.length && asked === payouts.length };
}

/** Payouts that the bank never ends by itself: none of the events about them is true. */
async function waitingPayouts({ client, sandbox }: TestEnvironment, many: number): Promise<string[]> {
  sandbox.state.rules.add({ subject: 'payout', when: {}, then: { ends: 'NEVER' } });
  const references = await startPayouts(
    client,
    Array.from({ length: many }, () => payoutFile('webhooks')),
  );
  await until(() => references.every((reference) => sandbox.state.payouts.get(reference)));
  await until(() => sandbox.deliveries.toJSON().pending === 0);
  return references;
}

function goWrong({ sandbox }: TestEnvironment, { spreadSeconds }: Size): void {
  const then = { copies: 1, copiesAtMost: 5, spreadSeconds, droppedShare: 0.05, forgedShare: 0.05 };
  sandbox.state.rules.add({ subject: 'webhook', when: { event: EVENT }, then });
}

/** One backfill for what never arrived, by the product's own means. */
const backfill = (client: Client) =>
  client.workflow.execute(workflowTypes.missedEvents, {
    workflowId: `gap-repair-of-chaos-${Date.now()}`,
    taskQueue: WORKFLOW_QUEUE,
    args: [{}],
  });

/** In the end the bank says paid, beside credits under each payout's reference: a person is asked, and none is called paid. */
function settle({ client, sandbox }: TestEnvironment, references: readonly string[]): Promise<number> {
  for (const reference of references) sandbox.state.payouts.change(reference, { status: 'SUCCESS' });
  return count(references, (reference) => asksAPerson(client, caseId('payout', reference)));
}

async function asksAPerson(client: Client, workflowId: string): Promise<boolean> {
  const untilMs = Date.now() + PATIENCE_MS;
  while (Date.now() < untilMs) {
    const { attention, ended } = await client.workflow.getHandle(workflowId).query<CaseSnapshot>(caseQuery);
    if (ended || attention?.cause.includes('came back')) return !ended;
    await sleep(500);
  }
  return false;
}

async function count<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<number> {
  let found = 0;
  for (const one of all) if (await holds(one)) found += 1;
  return found;
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await sleep(50);
}

export const webhooks: Attack = {
  proves:
    'Events delivered up to five times, shuffled, lost and forged: each has one effect, what was lost is found by one backfill.',
  rate: 1,
  attack,
};
