import { condition } from '@temporalio/workflow';
import type { Command } from '../../domain/case/commands';
import { endByResolution, type PayoutCommands } from '../../domain/payout/commands';
import type { Case } from '../case/case';

type ResolveCommand = Pick<Command<PayoutCommands, 'resolveAttention'>, 'actor' | 'outcome' | 'evidence'>;

type Outcome = ResolveCommand['outcome'];

/** The final status that a person's evidence gives a payout. */
export interface Resolution {
  readonly outcome: Outcome;
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED';
}

/** The outcomes that people report, with evidence, for a payout that the bank leaves unclear. */
export class ManualResolution {
  private readonly outcomes: Outcome[] = [];

  constructor(private readonly owner: Case<string>) {}

  record({ actor, outcome, evidence }: ResolveCommand): void {
    this.owner.note(actor, `Evidence: ${outcome}`, evidence);
    this.outcomes.push(outcome);
    // The evidence settles nothing: the wait goes on, and its next deadline raises attention again.
    if (!resolutionOf(outcome) && this.owner.waiting) this.owner.settleAttention();
  }

  /** Whether there is evidence that settles the payout, and nobody has waited for it yet. */
  get isGiven(): boolean {
    return this.outcomes.some((outcome) => resolutionOf(outcome) !== undefined);
  }

  /** Waits for evidence that settles the payout; evidence that it is still open settles nothing. */
  async next(): Promise<Resolution> {
    let resolution: Resolution | undefined;
    while (!resolution) {
      await condition(() => this.outcomes.length > 0);
      resolution = this.outcomes
        .splice(0)
        .map(resolutionOf)
        .find((settled) => settled !== undefined);
    }
    return resolution;
  }
}

function resolutionOf(outcome: Outcome): Resolution | undefined {
  const status = endByResolution[outcome];
  return status && { outcome, status };
}
