import { condition } from '@temporalio/workflow';
import type { Command } from '../../domain/case/commands';
import { endByResolution, type PayoutCommands } from '../../domain/payout/commands';
import type { Case } from '../case/case';

type ResolveCommand = Pick<Command<PayoutCommands, 'resolveAttention'>, 'actor' | 'outcome' | 'evidence'>;

/** The final status that a person's evidence gives a payout. */
interface Resolution extends Pick<ResolveCommand, 'outcome'> {
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED';
}

/** The evidence that people give for a payout that the bank leaves unclear, as far as it settles the payout. */
export class ManualResolution {
  private given: Resolution | undefined;

  constructor(private readonly owner: Case<string>) {}

  record({ actor, outcome, evidence }: ResolveCommand): void {
    this.owner.note(actor, `Evidence: ${outcome}`, evidence);
    const status = endByResolution[outcome];
    if (status) this.given ??= { outcome, status };
    // The evidence settles nothing: the wait goes on, and its next deadline raises attention again.
    else if (this.owner.waiting) this.owner.settleAttention();
  }

  /** Whether there is evidence that settles the payout, and nobody has waited for it yet. */
  get isGiven(): boolean {
    return this.given !== undefined;
  }

  /** Waits for evidence that settles the payout; evidence that it is still open settles nothing. */
  async next(): Promise<Resolution> {
    await condition(() => this.isGiven);
    const resolution = this.given as Resolution;
    this.given = undefined;
    return resolution;
  }
}
