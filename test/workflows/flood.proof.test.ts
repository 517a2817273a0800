import { Worker } from '@temporalio/worker';
import { USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';
import { notifiedSignal } from '../../src/domain/wire/messages';
import { bundleWith } from '../support/workflow-bundle';
import { fastServers } from '../support/workflows/fast-server';
import { hold, holds } from '../support/workflows/holds';
import { handedIn, runToEnd } from '../support/workflows/loan-steering';
import { otherHolds } from '../support/workflows/other-holds';
import { APPROVED_FROM_KOBO, payoutHolds } from '../support/workflows/payout-holds';
import type { Steered } from '../support/workflows/steering';

/** Signals after which a case of this test acts on no other. */
const SIGNALS_MAX = 20;
/** Messages at one case: many times what it takes. */
const MESSAGES = 300;

/** A bank that does at once whatever it is asked for. */
const durations = {
  ...{ registration: 0, kyc: 0, bankStatement: 0, decision: 0, boardReview: 0, guarantor: 0 },
  ...{ staffReview: 0, disbursement: 0, loanRegistration: 0 },
};
const policy = {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: APPROVED_FROM_KOBO, approvals: 2, roles: ['approver'] }],
} as const;
const workflowBundle = () => bundleWith({ SIGNALS_MAX });
const environment = fastServers(() => ({
  lending: { settings: { durations }, bundle: workflowBundle() },
  paying: { policy, bundle: workflowBundle() },
}));

/** Sends notes, news of money and messages that make no sense, each as a signal. */
async function flood({ handle }: Steered): Promise<void> {
  const note = { actor: 'officer-1', role: 'officer', text: 'a note' };
  for (let sent = 0; sent < MESSAGES; sent += 3)
    await Promise.all([
      handle.signal('addNote', note),
      handle.signal(notifiedSignal),
      handle.signal('noSuchMessage', 'nonsense'),
    ]);
}

/** Under a flood it says what it takes no more, its history has no more events than the messages make, and updates get through. */
async function expectToStandA(flooding: Steered): Promise<void> {
  await flood(flooding);
  const { timeline } = await flooding.snapshot();
  expect(JSON.stringify(timeline)).toContain('takes commands by update alone');
  expect((await flooding.eventTypes()).length).toBeLessThan(4 * MESSAGES + 300);
  expect(await flooding.tell('addNote', { text: 'by update' })).toMatchObject({ repeated: false });
}

/** A flood comes between any two steps of a run, and a replay goes the same way. */
async function expectToReplay({ handle }: Steered): Promise<void> {
  await Worker.runReplayHistory(
    { workflowBundle: workflowBundle() },
    await handle.fetchHistory(),
    handle.workflowId,
  );
}

const handedInLate: Readonly<Record<string, [string, object]>> = {
  DOCUMENTS: ['submitDocument', { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') }],
  BOARD_RESOLUTION: ['submitBoardResolution', handedIn('board.pdf')],
};

test.each(holds.filter(({ stage }) => !['ENROLMENT', 'DECISION'].includes(stage)))(
  'a loan in the stage $stage under a flood of messages takes a command by update, and is disbursed',
  async (held) => {
    const among = environment('lending');
    const loan = await hold(among, held);
    await expectToStandA(loan);
    const [command, fields] = handedInLate[held.stage] ?? [];
    if (command) await loan.tell(command, fields);
    expect(await runToEnd(among, loan)).toMatchObject({ stage: 'DISBURSED' });
    await expectToReplay(loan);
  },
  120_000,
);

test.each(payoutHolds)(
  'a payout that $what takes a command by update under a flood of messages, and is paid once',
  async (held) => {
    const among = environment('paying');
    const payout = await held.hold(among);
    await expectToStandA(payout);
    await held.goOn(payout, among);
    expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
    const { reference } = await payout.snapshot();
    expect(among.bank.committed.list({ effect: 'payout-committed', key: reference })).toHaveLength(1);
    await expectToReplay(payout);
  },
  120_000,
);

test.each(otherHolds)(
  '$what takes a command by update under a flood of messages, and ends',
  async (held) => {
    const among = environment('paying');
    const flooded = await held.hold(among);
    await expectToStandA(flooded);
    await held.goOn(flooded, among);
    await flooded.result();
    expect(await flooded.snapshot()).toMatchObject({ ended: true });
    await expectToReplay(flooded);
  },
  120_000,
);
