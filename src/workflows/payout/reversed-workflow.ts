import { condition } from '@temporalio/workflow';
import { cadences, nextWaitSeconds } from '../../domain/time/cadence';
import { pollDelay } from '../../domain/time/clock';
import { finalStatusOf, type FinalStatus } from '../../domain/wire/bank-words';
import { within } from '../case/races';
import { runCase } from '../case/run-case';
import { attempt } from '../case/steps';
import { ReopenedCase, type ReopenedPayout } from './reopened-case';
import type { PayoutResult } from '../results';

/** Reads whether a paid payout was really taken back; if so, a person says with evidence where the money is. */
export async function reversedPayoutWorkflow(input: ReopenedPayout): Promise<PayoutResult> {
  const reopened = new ReopenedCase(input);
  return runCase(reopened, async () => {
    const status = await untilFinal(reopened);
    if (status === 'SUCCESS') return reopened.close(status, 'it was not reversed');
    return reopened.close(status, await askForResolution(reopened));
  });
}

/** Anything but the three final words means that it is not decided yet. */
async function untilFinal(reopened: ReopenedCase): Promise<FinalStatus> {
  let waitedSeconds = 0;
  let status = finalStatusOf(await readStatus(reopened));
  while (!status) {
    const seconds = nextWaitSeconds(cadences.payout, waitedSeconds);
    await within(
      pollDelay(reopened.clock, seconds * 1000),
      () => condition(() => reopened.recheckAsked),
      'before asking once more',
    );
    waitedSeconds += seconds;
    status = finalStatusOf(await readStatus(reopened));
  }
  return status;
}

async function readStatus(reopened: ReopenedCase): Promise<string | null | undefined> {
  const { reference } = reopened.input.ended;
  reopened.recheckAsked = false;
  const { status } = await attempt(reopened, 'Asking for the status', () =>
    reopened.bank.routine.getPayoutStatus({ reference }),
  );
  return status;
}

async function askForResolution(reopened: ReopenedCase): Promise<string> {
  reopened.raiseAttention('it had been paid, and was taken back since', ['resolveAttention']);
  const { outcome } = await reopened.resolution.next();
  reopened.settleAttention();
  return `taken back after it was paid; the evidence says ${outcome}`;
}
