import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import type { CommandTable } from '../../../src/domain/case/commands';
import { randomMessages } from './random-messages';
import type { Message } from './invalid-messages';
import { refusalIn, type Steered } from './steering';

/** The most of the messages go as signals, the rest as updates, few at a time. */
const UPDATES_PERCENT = 10;
const IN_FLIGHT = 5;

/** In the protocol's enumeration of events. */
const WORKFLOW_TASK_FAILED = 9;

const PERSONAL = /ada@example\.com|0803 ?123 ?4567/;

/** A sentence that says what would be accepted, and repeats nothing personal. */
const GUIDANCE = /commands allowed now: |must be |is missing: |allowed are |takes the role /;

/** What refused messages must not change. */
const state = ({ timeline: _tellsOfRefusals, ...rest }: CaseSnapshot) => rest;

async function sendUpdates({ handle }: Steered, messages: readonly Message[]): Promise<string[]> {
  const refusals: string[] = [];
  for (let from = 0; from < messages.length; from += IN_FLIGHT) {
    const sent = messages
      .slice(from, from + IN_FLIGHT)
      .map(({ name, payload }) => refusalIn(handle.executeUpdate(name, { args: [payload] }), name));
    refusals.push(...(await Promise.all(sent)));
  }
  return refusals;
}

/** Sends so many messages that this case may not act upon, and sees that each is refused and nothing changes. */
export async function fuzz(steered: Steered, table: CommandTable, count: number, seed: number) {
  const before = await steered.snapshot();
  const messages = randomMessages(count, seed, table, before);
  const updates = (count * UPDATES_PERCENT) / 100;
  for (const { name, payload } of messages.slice(updates)) await steered.handle.signal(name, payload);
  const refusals = await sendUpdates(steered, messages.slice(0, updates));
  const after = await steered.snapshot();
  const noted = after.timeline.filter(({ what }) => what.startsWith('Refused the signal'));
  for (const sentence of [...refusals, ...noted.map(({ note }) => note)]) expect(sentence).toMatch(GUIDANCE);
  expect(state(after)).toEqual(state(before));
  expect(JSON.stringify([refusals, after.timeline])).not.toMatch(PERSONAL);
  expect(await steered.eventTypes()).not.toContain(WORKFLOW_TASK_FAILED);
}
