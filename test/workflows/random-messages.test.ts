import type { CaseFile } from '../../src/domain/case-file';
import { hold, holds } from './holds';
import { handedIn, runToEnd } from './loan-steering';
import { randomMessages, type Message } from './random-messages';
import { steering, type Steered } from './steering';

const theatre = steering();

/** 11 stages with 1,000 messages each: the most of them as signals, the rest as updates, few at a time. */
const SIGNALS = 900;
const UPDATES = 100;
const IN_FLIGHT = 5;

/** In the protocol's enumeration of events. */
const WORKFLOW_TASK_FAILED = 9;

/** What refused messages must not change. */
const state = ({ stage, facts, checklist, commands, assignee, waiting, attention }: CaseFile) => ({
  stage,
  facts,
  checklist,
  commands,
  assignee,
  waiting,
  attention,
});

async function sendUpdates(loan: Steered, messages: readonly Message[]): Promise<number> {
  let refused = 0;
  for (let from = 0; from < messages.length; from += IN_FLIGHT) {
    const sent = messages
      .slice(from, from + IN_FLIGHT)
      .map(({ name, payload }) => loan.handle.executeUpdate(name, { args: [payload] }));
    for (const { status } of await Promise.allSettled(sent)) refused += status === 'rejected' ? 1 : 0;
  }
  return refused;
}

test.each(holds)(
  'a thousand messages that make no sense change nothing in the stage $stage',
  async (held) => {
    const loan = await hold(theatre, held);
    const before = state(await loan.file());
    const messages = randomMessages(SIGNALS + UPDATES, holds.indexOf(held) + 1);
    for (const { name, payload } of messages.slice(UPDATES)) await loan.handle.signal(name, payload);
    expect(await sendUpdates(loan, messages.slice(0, UPDATES))).toBe(UPDATES);
    const after = await loan.file();
    expect(state(after)).toEqual(before);
    expect(JSON.stringify(after.timeline)).not.toMatch(/ada@example\.com|08031234567|0803 123 4567/);
    expect(await loan.eventTypes()).not.toContain(WORKFLOW_TASK_FAILED);
    await goOn(loan, held.stage);
  },
  60_000,
);

/** The loan is as alive as before. */
async function goOn(loan: Steered, stage: string): Promise<void> {
  if (stage === 'ENROLMENT' || stage === 'DECISION') return expectWithdrawal(loan);
  if (stage === 'DOCUMENTS')
    await loan.tell('submitDocument', { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') });
  if (stage === 'BOARD_RESOLUTION') await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  expect(await runToEnd(theatre, loan)).toMatchObject({ stage: 'DISBURSED' });
}

/** Where the service has nothing more to say, the way out must be open. */
async function expectWithdrawal(loan: Steered): Promise<void> {
  await loan.tell('withdraw', { reason: 'OTHER' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
}
