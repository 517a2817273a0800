import { setHandler } from '@temporalio/workflow';
import type { Clock } from '../../domain/clock';
import {
  reopenedPayoutCommands,
  type endByEvidence,
  type ReopenedPayoutCommands,
} from '../../domain/payout-commands';
import { reopenedPayoutStages, type ReopenedPayoutStage } from '../../domain/payout-states';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { serviceLanes, type ServiceLanes } from '../lanes';
import { newsArrivedSignal } from '../messages';
import type { PayoutResult } from '../results';
import { traceOf } from './trace';

/** The state of a payout that was reopened: its case file, its messages, and the service seen from it. */
export class ReopenedCase implements Steerable {
  readonly file: Case<ReopenedPayoutStage>;
  readonly desk: CommandDesk<ReopenedPayoutStage, ReopenedPayoutCommands>;
  readonly service: ServiceLanes;
  readonly remedies = ['retry'];
  recheckAsked = false;
  /** What people say became of the money. */
  readonly evidence: (keyof typeof endByEvidence)[] = [];

  constructor(
    readonly ended: PayoutResult,
    clock: Clock,
  ) {
    const { reference, amountKobo, uniqueRef = null } = ended;
    this.file = new Case<ReopenedPayoutStage>(
      {
        kind: 'payout',
        reference,
        stages: reopenedPayoutStages,
        first: 'REOPENED',
        stageAttribute: 'PayoutStatus',
      },
      clock,
    );
    Object.assign(this.file.facts, { amountKobo, uniqueRef, ...traceOf(ended) });
    this.service = serviceLanes(clock);
    this.desk = new CommandDesk(this.file, reopenedPayoutCommands, {
      recheck: () => void (this.recheckAsked = true),
      resolveAttention: ({ actor, outcome, evidence }) => {
        this.file.note(actor, `Evidence: ${outcome}`, evidence);
        this.evidence.push(outcome);
      },
      addNote: ({ actor, text }) => this.file.note(actor, 'Note', text),
    });
    this.desk.veto = (name) =>
      name === 'resolveAttention' && !this.file.attention ? 'Nothing needs attention.' : undefined;
    setHandler(newsArrivedSignal, () => void (this.recheckAsked = true));
    this.file.publish();
  }

  askForRetry(): Promise<unknown> {
    return this.desk.ask('retry');
  }

  /** Closes the case; all else stays as it ended first. */
  end(status: 'SUCCESS' | 'FAILED' | 'REVERSED', reason: string): PayoutResult {
    this.file.enter(status, reason);
    return { ...this.ended, status, reason };
  }
}
