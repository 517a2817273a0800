import { failureCause } from '../../domain/case/pending-calls';
import type { Attention } from '../../domain/case/snapshot';

/** A case as its steps see it. */
interface Owner {
  readonly attention: Attention | undefined;
  raiseAttention(cause: string): void;
  settleAttention(): void;
}

/** The steps that a case carries out now. A step that repeats without progress needs attention until it is over. */
export class StepsUnderWay {
  private readonly names: string[] = [];
  private stalled: { readonly name: string; readonly attention: Attention | undefined } | undefined;

  constructor(private readonly owner: Owner) {}

  async run<R>(name: string, act: () => Promise<R>): Promise<R> {
    this.names.push(name);
    try {
      return await act();
    } finally {
      this.names.splice(this.names.lastIndexOf(name), 1);
      if (this.stalled?.name === name) this.settle();
    }
  }

  /** An activity says that it repeats without progress; what needs attention already stays as it is. */
  stall(given: unknown): void {
    const name = this.names.at(-1);
    const cause = failureCause((Object(given) as { failureType?: unknown }).failureType);
    if (name === undefined || cause === undefined || this.owner.attention) return;
    this.owner.raiseAttention(`${name}: it ${cause}; it goes on by itself`);
    this.stalled = { name, attention: this.owner.attention };
  }

  private settle(): void {
    if (this.stalled?.attention === this.owner.attention) this.owner.settleAttention();
    this.stalled = undefined;
  }
}
