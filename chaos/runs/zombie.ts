import { setTimeout as sleep } from 'node:timers/promises';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { sendCommand } from '../../src/cases/commands';
import type { TestEnvironment } from '../test-environment';
import { endOfPayout, timesCommitted } from '../payouts';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import { agree, reconciled } from '../reconciled';
import { log, type Row } from '../report';
import { look, LOOK_EVERY_MS, operator, readyToSend, type Ready } from '../faults/ready-payouts';
import { stops, Zombie, type Stop } from '../faults/zombies';
import { sizeOf, type Attack, type RunOptions, type Sizes } from './run';

/**
 * When workers are stopped, how many payouts are to be met by that, and how many there are to choose from; how often all of
 * it is done, each time with other workers.
 */
interface Size {
  readonly moments: readonly Stop[];
  readonly wanted: number;
  readonly prepared: number;
  readonly rounds: number;
}
const sizes: Sizes<Size> = {
  quick: { moments: ['before it begins', 'dispatched'], wanted: 4, prepared: 32, rounds: 1 },
  full: { moments: stops, wanted: 20, prepared: 96, rounds: 1 },
  large: { moments: stops, wanted: 20, prepared: 96, rounds: 10 },
};

/** Sent at once, so that every worker gets something to do. */
const AT_ONCE = 16;
/** By then a client gives up connections that it does not use. */
const CONNECTIONS_IDLE_MS = 5_000;
/** How often, and after how long each time, an operator sees whether a payout that was held needs attention. */
const LOOKS_AT_HELD = 60;
const LOOK_AT_HELD_EVERY_MS = 10_000;

/** A payout in the hands of a worker that is stopped. */
interface Held {
  readonly reference: string;
  readonly by: Zombie;
}

async function attack(environment: TestEnvironment, options: RunOptions): Promise<Row> {
  const size = sizeOf(options, sizes);
  environment.sandbox.state.faults.plant({ kind: 'duplicate-check-off', probability: 1 });
  const rounds: Round[] = [];
  while (rounds.length < size.rounds)
    rounds.push(await round(environment, size, rounds.length * size.prepared));
  const held = rounds.flatMap((one) => one.held);
  const ends = rounds.flatMap((one) => one.ends);
  const { fields, holds } = verdict(environment, held, { wanted: size.wanted * size.rounds, ends });
  const reconciliation = await reconciled(environment);
  return {
    fields: { stopped: size.moments.length * size.rounds, ...fields, reconciliation: { ...reconciliation } },
    holds: holds && agree(reconciliation, held.length),
  };
}

/** What stopped workers held, and how each of it has ended. */
interface Round {
  readonly held: readonly Held[];
  readonly ends: readonly (string | undefined)[];
}

/** Stops a worker at each of the moments, has others pay, and wakes the stopped ones. */
async function round(
  environment: TestEnvironment,
  { moments, wanted, prepared }: Size,
  fromAccount: number,
): Promise<Round> {
  const zombies = moments.map((stop) => new Zombie(environment, stop));
  await Promise.all(zombies.map((zombie) => zombie.untilItAsks()));
  const ready = await readyToSend(environment, prepared, fromAccount);
  await sleep(CONNECTIONS_IDLE_MS);
  for (const zombie of zombies) zombie.arm();
  const held = await sendUntilHeld(environment, ready, zombies, wanted);
  for (const { stop } of zombies)
    log(`  ${stop}: ${held.filter(({ by }) => by.stop === stop).length} payouts when the worker was stopped`);
  const ends = await Promise.all(held.map(({ reference }) => endOfHeld(environment, reference)));
  log(`  ${ends.filter((end) => end === 'SUCCESS').length} paid by another worker; waking those that slept`);
  await Promise.all(zombies.map((zombie) => zombie.wake()));
  return { held, ends };
}

/**
 * Sends a few at a time until enough are held, by each of the workers at least one, and none of them takes any more:
 * what a stopped worker has asked for it still gets, be it the reads that find out.
 */
async function sendUntilHeld(
  environment: TestEnvironment,
  ready: readonly Ready[],
  zombies: readonly Zombie[],
  wanted: number,
): Promise<Held[]> {
  const held: Held[] = [];
  for (
    let sent = 0, taken = 1;
    sent < ready.length && (taken > 0 || !areMet(held, zombies, wanted));
    sent += AT_ONCE
  ) {
    const now = ready.slice(sent, sent + AT_ONCE);
    const more = (await Promise.all(now.map((payout) => send(environment, payout, zombies)))).flat();
    held.push(...more);
    taken = more.length;
  }
  return held;
}

const areMet = (held: readonly Held[], zombies: readonly Zombie[], wanted: number) =>
  held.length >= wanted && zombies.every((each) => held.some(({ by }) => by === each));

/** Lets a payout be sent; by whom it is held, if it is. */
async function send(
  { client }: TestEnvironment,
  { reference, expectedDigest }: Ready,
  zombies: readonly Zombie[],
): Promise<Held[]> {
  const said = { ...operator('operator-2'), expectedDigest, requestId: 'once' };
  const workflowId = caseId('payout', reference);
  await retryUntilAcknowledged(() => sendCommand(client, workflowId, 'confirmProposal', said));
  for (;;) {
    const holding = await Promise.all(zombies.map((zombie) => zombie.holds(reference)));
    const by = zombies[holding.indexOf(true)];
    if (by) return [{ reference, by }];
    if (await isSent(client, reference)) return [];
    await sleep(LOOK_EVERY_MS);
  }
}

/** How it ends. A case whose sends went to stopped workers three times asks an operator, who has it sent once more. */
async function endOfHeld({ client }: TestEnvironment, reference: string): Promise<string | undefined> {
  for (let looks = 0; looks < LOOKS_AT_HELD; looks += 1) {
    const end = await endOfPayout(client, reference, LOOK_AT_HELD_EVERY_MS);
    if (end) return end;
    const now = await look(client, reference);
    if (!now?.attention || !now.commands.includes('retry')) continue;
    log(`  ${reference}: ${now.attention.cause}; it is sent again`);
    const said = { ...operator('operator-1'), requestId: `again-${looks}` };
    await retryUntilAcknowledged(() => sendCommand(client, caseId('payout', reference), 'retry', said));
  }
  return undefined;
}

async function isSent(client: TestEnvironment['client'], reference: string): Promise<boolean> {
  const { stage = 'SUBMITTING' } = (await look(client, reference)) ?? {};
  return stage !== 'PREPARING' && stage !== 'SUBMITTING';
}

function verdict(
  { sandbox }: TestEnvironment,
  held: readonly Held[],
  { wanted, ends }: { wanted: number; ends: readonly (string | undefined)[] },
): Row {
  const counts = held.map(({ reference }) => timesCommitted(sandbox.state, reference));
  const secondPayouts = counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  for (const [place, { reference, by }] of held.entries())
    if (counts[place] !== 1) log(`  ${reference}: ${counts[place]} payouts (stopped ${by.stop})`);
  const arePaid = ends.every((end) => end === 'SUCCESS') && counts.every((count) => count === 1);
  return { fields: { runs: held.length, secondPayouts }, holds: held.length >= wanted && arePaid };
}

export const zombie: Attack = {
  proves:
    'A worker is stopped (SIGSTOP) at the moment of the write until another one has paid, and goes on: no second payout.',
  // Every worker calls the bank: the lease would let none of those that wake send, and what holds without it is to be seen.
  worker: { WORKER_KEEPER: 'off' },
  // A minute of grace before a payout is sent again takes a second.
  rate: 60,
  attack,
};
