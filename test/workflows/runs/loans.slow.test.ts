import type { LoanStage } from '../../../src/domain/loan/stages';
import { crowd, runsOf, shortAndLong, told } from '../../support/workflows/runs/handovers';
import { hold, holds } from '../../support/workflows/holds';
import { handedIn, runToEnd } from '../../support/workflows/loan-steering';
import type { Steered, Steering } from '../../support/workflows/steering';

/** A bank that does at once whatever it is asked for. */
const durations = {
  ...{ registration: 0, kyc: 0, bankStatement: 0, decision: 0, boardReview: 0, guarantor: 0 },
  ...{ staffReview: 0, disbursement: 0, loanRegistration: 0, payoutSettlement: 0 },
};
const environment = shortAndLong({ durations });

/** What the stage waits for; where the bank has nothing more to say, the way out. */
async function goOn(loan: Steered, stage: LoanStage): Promise<void> {
  if (stage === 'ENROLMENT' || stage === 'DECISION') await loan.tell('withdraw', { reason: 'OTHER' });
  if (stage === 'DOCUMENTS')
    await loan.tell('submitDocument', { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') });
  if (stage === 'BOARD_RESOLUTION') await loan.tell('submitBoardResolution', handedIn('board.pdf'));
}

/** What comes of a loan that is crowded with messages while it is held. */
async function outcomeOf(among: Steering, held: (typeof holds)[number]) {
  const loan = await hold(among, held);
  await crowd(loan);
  const { length: runs } = await runsOf(among, loan.handle.workflowId);
  await goOn(loan, held.stage);
  const { applicationId } = await runToEnd(among, loan);
  return { runs, end: { effects: among.effectsOf(applicationId), ...told(await loan.snapshot()) } };
}

test.each(holds)(
  'a loan held in the stage $stage ends after several runs as it does after one',
  async (held) => {
    const inOne = await outcomeOf(environment('long'), held);
    const inSeveral = await outcomeOf(environment('short'), held);
    expect(inOne.runs).toBe(1);
    expect(inSeveral.runs).toBeGreaterThan(1);
    expect(inSeveral.end).toEqual(inOne.end);
  },
  120_000,
);
