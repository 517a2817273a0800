import { loanCommands } from '../../src/domain/loan/commands';
import { fuzz } from '../support/workflows/fuzzing';
import { hold, holds } from '../support/workflows/holds';
import { handedIn, runToEnd } from '../support/workflows/loan-steering';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();

test.each(holds)(
  'a thousand messages that make no sense change nothing in the stage $stage',
  async (held) => {
    const loan = await hold(environment, held);
    await fuzz(loan, loanCommands, 1_000, holds.indexOf(held) + 1);
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
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
}

/** Where the bank has nothing more to say, the way out must be open. */
async function expectWithdrawal(loan: Steered): Promise<void> {
  await loan.tell('withdraw', { reason: 'OTHER' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
}
