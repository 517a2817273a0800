import { stallText } from '../../domain/case/pending-calls';
import type { Attention } from '../../domain/case/snapshot';

/** A case as its steps see it. */
interface Owner {
  readonly attention: Attention | undefined;
  raiseAttention(cause: string): void;
  settleAttention(): void;
}

interface Step {
  readonly name: string;
  readonly activity: string | undefined;
}

/** The steps that a case carries out now. A step that repeats without progress needs attention until it is over. */
export class StepsUnderWay {
  private readonly steps: Step[] = [];
  private stalled: { readonly step: Step; readonly attention: Attention | undefined } | undefined;

  constructor(private readonly owner: Owner) {}

  /** `activity` tells a step that runs beside the stages from theirs. */
  async run<R>(name: string, act: () => Promise<R>, activity?: string): Promise<R> {
    const step = { name, activity };
    this.steps.push(step);
    try {
      return await act();
    } finally {
      this.steps.splice(this.steps.indexOf(step), 1);
      if (this.stalled?.step === step) this.settle();
    }
  }

  /** An activity says that it repeats without progress; what needs attention already stays as it is. */
  stall(given: unknown): void {
    const { failureType, activity } = Object(given) as { failureType?: unknown; activity?: unknown };
    const step = this.stepOf(activity);
    const cause = stallText(failureType);
    if (step === undefined || cause === undefined || this.owner.attention) return;
    this.owner.raiseAttention(`${step.name}: it ${cause}`);
    this.stalled = { step, attention: this.owner.attention };
  }

  /** Whether what needs attention is a step that repeats without progress. */
  get isStalled(): boolean {
    return this.stalled !== undefined && this.stalled.attention === this.owner.attention;
  }

  private stepOf(activity: unknown): Step | undefined {
    const latest = [...this.steps].reverse();
    return (
      latest.find((step) => step.activity !== undefined && step.activity === activity) ??
      latest.find((step) => step.activity === undefined)
    );
  }

  private settle(): void {
    if (this.stalled?.attention === this.owner.attention) this.owner.settleAttention();
    this.stalled = undefined;
  }
}
