import { condition } from '@temporalio/workflow';
import { cadences, nextWaitSeconds } from '../domain/cadence';
import { pollDelay, type Clock } from '../domain/clock';
import { endByEvidence } from '../domain/payout-commands';
import { attempt, within } from './case/steps';
import { ReopenedCase } from './payout/reopened-case';
import type { PayoutResult } from './results';

/** A payout that had ended as paid. */
export interface ReopenedPayout {
  readonly ended: PayoutResult;
  readonly clock: Clock;
}

type EndStatus = 'SUCCESS' | 'FAILED' | 'REVERSED';

/** Reads whether a paid payout was really taken back; if so, a person says with evidence where the money is. */
export async function reversedPayoutWorkflow({ ended, clock }: ReopenedPayout): Promise<PayoutResult> {
  const reopened = new ReopenedCase(ended, clock);
  const status = await readTruth(reopened);
  if (status === 'SUCCESS') return reopened.end(status, 'it was not reversed');
  return reopened.end(status, await askForEvidence(reopened));
}

/** Anything but the three final words means that it is not decided yet. */
async function readTruth(reopened: ReopenedCase): Promise<EndStatus> {
  const { reference } = reopened.ended;
  for (let waitedSeconds = 0; ;) {
    reopened.recheckAsked = false;
    const { status } = await attempt(reopened, 'Asking for the status', () =>
      reopened.service.routine.getPayoutStatus({ reference }),
    );
    if (isEnd(status)) return status;
    const seconds = nextWaitSeconds(cadences.payout, waitedSeconds);
    await within(
      pollDelay(reopened.file.clock, seconds * 1000),
      () => condition(() => reopened.recheckAsked),
      'before asking once more',
    );
    waitedSeconds += seconds;
  }
}

const isEnd = (status: string): status is EndStatus => ['SUCCESS', 'FAILED', 'REVERSED'].includes(status);

async function askForEvidence({ file, evidence }: ReopenedCase): Promise<string> {
  for (;;) {
    file.raiseAttention('it had been paid, and was taken back since', ['resolveAttention']);
    await condition(() => evidence.length > 0);
    file.settleAttention();
    const settling = evidence.splice(0).find((outcome) => endByEvidence[outcome] !== undefined);
    if (settling) return `taken back after it was paid; the evidence says ${settling}`;
  }
}
