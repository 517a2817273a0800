import { setTimeout as sleep } from 'node:timers/promises';
import { workflowIds } from '../../src/domain/references';
import { readCase } from '../../src/starter/case-reader';
import { sendCommand } from '../../src/starter/send-command';
import type { Arena } from '../arena';
import { endOfPayout, payoutFile, startPayouts } from '../payouts';
import { say } from '../report';
import { stops, Zombie } from '../zombies';
import type { Row, Run } from './run';

/** Payouts that are to be met at the moment of the write, and how many there are to choose from. */
const sizes = { full: { wanted: 20, prepared: 80 }, quick: { wanted: 8, prepared: 32 } };
/** Sent at once, so that more than one worker gets something to do. */
const AT_ONCE = 4;
const LOOK_EVERY_MS = 100;

/** A payout in the hands of a worker that is stopped. */
interface Held {
  readonly reference: string;
  readonly by: Zombie;
}

async function attack(arena: Arena, { quick }: { quick: boolean }): Promise<Row> {
  const { wanted, prepared } = sizes[quick ? 'quick' : 'full'];
  arena.sandbox.world.faults.plant({ kind: 'duplicate-check-off', probability: 1 });
  const ready = await readyToSend(arena, prepared);
  const zombies = await Promise.all(stops.map((stop) => Zombie.hire(arena, stop)));
  const held = await sendUntilHeld(arena, ready, zombies, wanted);
  for (const { stop } of zombies)
    say(`  ${stop}: ${held.filter(({ by }) => by.stop === stop).length} payouts when the worker was stopped`);
  const ends = await Promise.all(held.map(({ reference }) => endOfPayout(arena.client, reference)));
  say(`  ${ends.filter((end) => end === 'SUCCESS').length} paid by another worker; waking those that slept`);
  await Promise.all(zombies.map((zombie) => zombie.wake()));
  return verdict(arena, held, zombies, { wanted, ends });
}

/** Payouts that wait for a word before they are sent: the name in which the account is held must be confirmed. */
async function readyToSend({ client }: Arena, count: number): Promise<string[]> {
  const { beneficiary } = payoutFile('zombie');
  const stranger = { ...beneficiary, accountName: 'Somebody Else' };
  const files = Array.from({ length: count }, () => payoutFile('zombie', { beneficiary: stranger }));
  const references = await startPayouts(client, files);
  for (const reference of references)
    while (!(await commandsOf(client, reference)).includes('confirmName')) await sleep(LOOK_EVERY_MS);
  return references;
}

const commandsOf = async (client: Arena['client'], reference: string) =>
  (await readCase(client, workflowIds.payout(reference))).commands;

/** Sends one after the other until enough are held, by each of the workers at least one. */
async function sendUntilHeld(
  arena: Arena,
  ready: readonly string[],
  zombies: readonly Zombie[],
  wanted: number,
): Promise<Held[]> {
  const held: Held[] = [];
  const isEnough = () => held.length >= wanted && zombies.every((each) => held.some(({ by }) => by === each));
  for (let sent = 0; sent < ready.length && !isEnough(); sent += AT_ONCE) {
    const now = ready.slice(sent, sent + AT_ONCE);
    held.push(...(await Promise.all(now.map((reference) => send(arena, reference, zombies)))).flat());
  }
  return held;
}

/** Lets a payout be sent; by whom it is held, if it is. */
async function send({ client }: Arena, reference: string, zombies: readonly Zombie[]): Promise<Held[]> {
  const said = { actor: 'operator-1', role: 'operator', reason: 'CHECKED_WITH_BENEFICIARY' };
  const workflowId = workflowIds.payout(reference);
  await sendCommand(client, workflowId, 'confirmName', said);
  for (;;) {
    const holding = await Promise.all(zombies.map((zombie) => zombie.holds(reference)));
    const by = zombies[holding.indexOf(true)];
    if (by) return [{ reference, by }];
    if (await isSent(client, reference)) return [];
    await sleep(LOOK_EVERY_MS);
  }
}

const isSent = async (client: Arena['client'], reference: string) =>
  !['PREPARING', 'SUBMITTING'].includes((await readCase(client, workflowIds.payout(reference))).stage);

function verdict(
  { sandbox }: Arena,
  held: readonly Held[],
  zombies: readonly Zombie[],
  { wanted, ends }: { wanted: number; ends: readonly (string | undefined)[] },
): Row {
  const counts = held.map(
    ({ reference: key }) => sandbox.world.committed.list({ effect: 'payout-committed', key }).length,
  );
  const secondPayouts = counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  for (const [place, { reference, by }] of held.entries())
    if (counts[place] !== 1) say(`  ${reference}: ${counts[place]} payouts (stopped ${by.stop})`);
  const areMet = held.length >= wanted && zombies.every((each) => held.some(({ by }) => by === each));
  const arePaid = ends.every((end) => end === 'SUCCESS') && counts.every((count) => count === 1);
  return { fields: { runs: held.length, secondPayouts }, holds: areMet && arePaid };
}

export const zombie: Run = {
  proves:
    'A worker is stopped (SIGSTOP) at the moment of the write until another one has paid, and goes on: no second payout.',
  // A minute of grace before a payout is sent again takes a second.
  rate: 60,
  attack,
};
