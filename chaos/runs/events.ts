import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { sendCommand } from '../../src/cases/commands';
import { addEndpoint, listEndpoints, tellEndpoint } from '../../src/cases/event-endpoints';
import { caseId } from '../../src/domain/wire/workflow-ids';
import type { CaseEvent } from '../../src/domain/events/events';
import { EventReceiver } from '../../test/support/events/receiver';
import { doubtfulPayoutFile, startPayouts } from '../payouts';
import { log, type Row } from '../report';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import type { TestEnvironment } from '../test-environment';
import type { Attack } from './run';

interface Size {
  readonly cases: number;
  /** Each is an event. */
  readonly notesEach: number;
  readonly kills: number;
  /** How long one of the receivers is away, and notes are spread over that time. */
  readonly outageMs: number;
}
const full: Size = { cases: 100, notesEach: 100, kills: 20, outageMs: 60 * 60_000 };
const small: Size = { cases: 10, notesEach: 20, kills: 2, outageMs: 40_000 };

/** Of so many posts the refusing receiver answers the last with 500. */
const REFUSES_EACH = 10;
const SLOW_MS = 200;
const WORKERS = 2;
/** With one kill of a worker in so many the database is killed, too. */
const DATABASE_EACH = 5;
const LOOK_MS = 500;
/** How long a case may take to answer at most, and after the last note all receivers to have everything. */
const PATIENCE_MS = 15 * 60_000;

/** When the note of a request was acknowledged. */
type Acknowledged = Map<string, number>;

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const size = quick ? small : full;
  const { client, workers } = environment;
  // As anybody runs them to whom events are worth a second: another goes on where one dies.
  for (let worker = 0; worker < WORKERS; worker++) workers.hire();
  const receivers = await startReceivers(client);
  const files = Array.from({ length: size.cases }, (_, place) => doubtfulPayoutFile('events', place));
  const references = await startPayouts(client, files);
  const acknowledged: Acknowledged = new Map();
  try {
    await receivers.away.close();
    await Promise.all([
      ...references.map((reference, place) => steer(client, reference, { size, place, acknowledged })),
      killEvenly(environment, size),
    ]);
    log(`  ${acknowledged.size} notes acknowledged, ${workers.killed} workers killed`);
    await receivers.away.comeBack();
    // As people do who know that their system is back: the relay may wait for most of an hour.
    await retryUntilAcknowledged(() => tellEndpoint(client, 'away', { do: 'resume' }));
    const all = Object.values(receivers);
    await untilTold(all, acknowledged);
    const told = all.map((receiver) => judge(receiver, references, acknowledged));
    const sum = (count: keyof ReturnType<typeof judge>) => told.reduce((total, one) => total + one[count], 0);
    const [lost, outOfOrder, doubled] = [sum('lost'), sum('outOfOrder'), sum('doubled')];
    const unverified = all.reduce((total, receiver) => total + receiver.unverified, 0);
    const fields = {
      ...{ events: new Set(receivers.prompt.events.map(({ id }) => id)).size, receivers: all.length },
      ...{ kills: workers.killed, lost, outOfOrder, unverified, doubled, repeated: sum('repeated') },
      ...latenciesOf(receivers.prompt, acknowledged),
    };
    const isWhole = workers.killed >= size.kills && acknowledged.size === size.cases * size.notesEach;
    return { fields, holds: isWhole && lost + outOfOrder + unverified + doubled === 0 };
  } finally {
    await Promise.all(Object.values(receivers).map((receiver) => receiver.close().catch(() => undefined)));
  }
}

/** One that takes everything at once, one that refuses at times, a slow one, and one that will be away. */
async function startReceivers(client: Client) {
  const [prompt, refusing, slow, away] = await Promise.all([
    EventReceiver.start(),
    EventReceiver.start(),
    EventReceiver.start(),
    EventReceiver.start(),
  ]);
  refusing.answer = (ask) => (ask % REFUSES_EACH === 0 ? 500 : 204);
  slow.answer = () => sleep(SLOW_MS, 204);
  const receivers = { prompt, refusing, slow, away };
  for (const [name, receiver] of Object.entries(receivers))
    receiver.secret = await addEndpoint(client, name, receiver.url);
  // What happens before an endpoint knows where it begins is not for it.
  const begins = async () => (await listEndpoints(client)).every(({ position }) => position !== undefined);
  await retryUntilAcknowledged(async () => {
    while (!(await begins())) await sleep(LOOK_MS);
  });
  return receivers;
}

interface Steering {
  readonly size: Size;
  readonly place: number;
  readonly acknowledged: Acknowledged;
}

/** Gives a case its notes, one after the other, spread evenly. */
async function steer(client: Client, reference: string, { size, place, acknowledged }: Steering) {
  const { cases, notesEach, outageMs } = size;
  const everyMs = outageMs / notesEach;
  const startedMs = performance.now() + (everyMs * place) / cases;
  for (let note = 0; note < notesEach; note++) {
    await sleep(Math.max(0, startedMs + note * everyMs - performance.now()));
    const requestId = randomUUID();
    const said = { actor: 'operator-1', role: 'operator', requestId, text: `Note ${note}` } as const;
    const give = () => sendCommand(client, caseId('payout', reference), 'addNote', said);
    await retryUntilAcknowledged(give, PATIENCE_MS);
    acknowledged.set(requestId, Date.now());
  }
}

async function killEvenly(environment: TestEnvironment, { kills, outageMs }: Size): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(outageMs / (kills + 1));
    await environment.killWorker(() => Promise.resolve());
    if (kill % DATABASE_EACH === 0) await environment.crashRecords();
    log(`  ${kill} of ${kills} workers killed`);
  }
}

/** Until every receiver has every note that was acknowledged, or has had time enough. */
async function untilTold(receivers: readonly EventReceiver[], acknowledged: Acknowledged): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (receivers.some((one) => lostOf(one, acknowledged) > 0) && performance.now() < deadline)
    await sleep(LOOK_MS);
}

function lostOf({ events }: EventReceiver, acknowledged: Acknowledged): number {
  const requests = new Set(events.map(({ data }) => data['requestId']));
  return [...acknowledged.keys()].filter((requestId) => !requests.has(requestId)).length;
}

/** What a receiver has missed, taken at the wrong place, or under two ids. */
function judge(receiver: EventReceiver, references: readonly string[], acknowledged: Acknowledged) {
  const lost = lostOf(receiver, acknowledged);
  const numbers = references.map((reference) => receiver.numbersOf(reference));
  const outOfOrder = numbers.flatMap((own) => own.filter((number, place) => number !== place + 1)).length;
  const taken = numbers.reduce((total, own) => total + own.length, 0);
  const notes = receiver.events.filter(({ data }) => 'requestId' in data);
  const countOf = (each: (one: CaseEvent) => unknown) => new Set(notes.map(each)).size;
  const doubled = countOf(({ id }) => id) - countOf(({ data }) => data['requestId']);
  return { lost, outOfOrder, repeated: receiver.events.length - taken, doubled };
}

/** Milliseconds from the acknowledgement of a note to its event, kills and all. */
function latenciesOf({ events }: EventReceiver, acknowledged: Acknowledged) {
  const first = new Map<string, number>();
  for (const { data, takenAtMs } of events) {
    const requestId = String(data['requestId']);
    const atMs = acknowledged.get(requestId);
    if (atMs !== undefined && !first.has(requestId)) first.set(requestId, Math.max(0, takenAtMs - atMs));
  }
  const sorted = [...first.values()].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { p50Ms: at(0.5), p95Ms: at(0.95), mostMs: at(1) };
}

export const events: Attack = {
  proves:
    'Workers and database are killed (kill -9) while endpoints are told events, one is away, one refuses, one is slow: each is told everything that was acknowledged, in order within each case.',
  // The cases must not end meanwhile.
  rate: 1,
  authority: 'open',
  worker: { EVENTS_PRIVATE_ENDPOINTS: 'allow' },
  attack,
};
