import { returnedText } from '../../domain/payout/returned-money';
import { runCase } from '../case/run-case';
import { firstOf, waitFor, wakeUp } from '../case/steps';
import { raise, untilClear } from './following';
import { ReopenedCase, type ReopenedPayout } from './reopened-case';
import type { PayoutResult } from '../../domain/payout/stages';

/**
 * Finds out whether a paid payout was really taken back; if so, a person says with evidence where the money
 * is. Evidence counts at any time; the status SUCCESS ends it only if nothing shows that money came back.
 */
export async function reversedPayoutWorkflow(input: ReopenedPayout): Promise<PayoutResult> {
  const reopened = new ReopenedCase(input);
  return runCase(reopened, () =>
    waitFor(reopened, 'PAYOUT_OUTCOME', () =>
      firstOf<[PayoutResult, never, never]>(
        () => untilKnown(reopened),
        () => raiseReturns(reopened),
        () => reopened.endByResolution(),
      ),
    ),
  );
}

/** Only SUCCESS ends it without a person. */
async function untilKnown(reopened: ReopenedCase): Promise<PayoutResult> {
  for (;;) {
    const { status, message } = await untilClear(reopened);
    if (status === 'SUCCESS') return reopened.close(status, 'it was not reversed');
    const words = message === '' ? '' : ` (${message})`;
    raise(reopened, `${TAKEN_BACK}: the bank says ${status}${words}`);
    await wakeUp(reopened);
  }
}

/** Money that came back needs a person whatever the status says, and at once. */
async function raiseReturns(reopened: ReopenedCase): Promise<never> {
  for (;;) {
    await reopened.returns.untilTold();
    const returned = await reopened.returns.look(reopened);
    if (returned.length > 0)
      raise(reopened, `${TAKEN_BACK}: ${returnedText(returned, reopened.input.ended)}`);
  }
}

const TAKEN_BACK = 'it had been paid, and was taken back since';
