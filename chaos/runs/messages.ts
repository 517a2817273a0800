import { sendCommand } from '../../src/cases/commands';
import { countsOf } from '../messages/histories';
import { HostileMessages } from '../messages/hostile-messages';
import { holdCases, release, type HeldCase } from '../messages/cases';
import { sendAll } from '../messages/sending';
import { endOf } from '../payouts';
import { log, type Row } from '../report';
import type { TestEnvironment } from '../test-environment';
import type { Attack } from './run';

/** Messages to each kind of case. */
const FULL = 10_000;
const QUICK = 150;

/** Workflows that no person steers: what they wait for comes, and they end. */
const UNSTEERED: readonly HeldCase['kind'][] = ['batchChunk', 'moneyEvent', 'missedEvents'];

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const { client } = environment;
  const count = quick ? QUICK : FULL;
  const cases = await holdCases(environment);
  await Promise.all(
    cases.map(async ({ kind, workflowId }) => {
      const source = new HostileMessages(kind);
      await sendAll(
        client,
        workflowId,
        Array.from({ length: count }, () => source.next()),
      );
      log(`  ${kind}: ${count} messages`);
    }),
  );
  const notTaken = await notTakenBy(environment, cases);
  await release(environment);
  const stuck = await stuckAmong(environment, cases);
  const counts = await Promise.all(cases.map(({ workflowId, runId }) => countsOf(client, workflowId, runId)));
  cases.forEach(({ kind }, place) => log(`  ${kind}: ${JSON.stringify(counts[place])}`));
  const failedTasks = counts.reduce((sum, each) => sum + each.failedTasks, 0);
  const [first = ''] = [...notTaken, ...stuck];
  if (first !== '') log(`  not alive any more: ${[...notTaken, ...stuck].join(', ')}`);
  return {
    fields: {
      messages: count * cases.length,
      kinds: cases.length,
      failedTasks,
      events: counts.reduce((sum, { events }) => sum + events, 0),
      commandsNotTaken: notTaken.length,
      stuck: stuck.length,
    },
    holds: failedTasks + notTaken.length + stuck.length === 0,
  };
}

/** The kinds that do not take a legitimate command any more. */
async function notTakenBy({ client }: TestEnvironment, cases: readonly HeldCase[]): Promise<string[]> {
  const note = { actor: 'operator-1', role: 'operator', text: 'still there' };
  const steered = cases.filter(({ kind }) => !UNSTEERED.includes(kind));
  const taken = await Promise.all(
    steered.map(({ workflowId }) =>
      sendCommand(client, workflowId, 'addNote', note).then(
        () => true,
        () => false,
      ),
    ),
  );
  return steered.filter((_, place) => !taken[place]).map(({ kind }) => kind);
}

/** The kinds that do not end although what they wait for has come. */
async function stuckAmong({ client }: TestEnvironment, cases: readonly HeldCase[]): Promise<string[]> {
  const unsteered = cases.filter(({ kind }) => UNSTEERED.includes(kind));
  const ends = await Promise.all(
    unsteered.map(({ workflowId }) => endOf(client, workflowId).catch(() => undefined)),
  );
  return unsteered.filter((_, place) => ends[place] === undefined).map(({ kind }) => kind);
}

export const messages: Attack = {
  proves:
    'Random, mutated and unreadable messages at every kind of case: no workflow task fails, and each case goes on.',
  // An hour in a second: nothing lapses, and what is asked again is soon asked.
  rate: 3_600,
  // What is unsigned would be refused unread, and the kinds that other workflows begin could not be begun here.
  authority: 'open',
  attack,
};
