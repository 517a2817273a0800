import type { LoanStage } from '../../../../src/domain/loan/stages';
import type { RepaymentStage } from '../../../../src/domain/repayment/stages';
import type { PayoutStage } from '../../../../src/domain/payout/stages';

/** One way through a stage, and the test that walks it: its file and its title as it is written there. */
export interface Walk {
  readonly stage: LoanStage | RepaymentStage | PayoutStage;
  readonly kind: 'exit' | 'refusal' | 'lost reply';
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

const LOST = 'of %s, the loan ends the same and each effect happens once';
const REFUSED = 'in $stage, a refused $operation waits for a person, and goes on after a retry';

export const exit = (stage: Walk['stage'], what: string, title: string, file = 'loan/exits'): Walk => ({
  stage,
  kind: 'exit',
  what,
  file,
  title,
});
export const refused = (
  stage: Walk['stage'],
  what: string,
  title = REFUSED,
  file = 'loan/refusals',
): Walk => ({
  stage,
  kind: 'refusal',
  what,
  file,
  title,
});
export const lost = (stage: Walk['stage'], what: string, title = LOST, file = 'loan/lost-replies'): Walk => ({
  stage,
  kind: 'lost reply',
  what,
  file,
  title,
});
