import { condition } from '@temporalio/workflow';
import { firstOf } from '../../case/steps';

/** What holds a payout back: an operator, or an obstacle (its bank, its account) that an operator may overrule. */
export class Holds {
  private byOperator = false;
  private obstacles = 0;
  private overruled = false;

  get byOperatorNow(): boolean {
    return this.byOperator;
  }

  /** Whether an operator has said that bank and account are no reason to hold the payout back. */
  get areObstaclesOverruled(): boolean {
    return this.overruled;
  }

  hold(): void {
    this.byOperator = true;
  }

  /** An operator's hold is lifted first; without one, the obstacle counts no longer. */
  release(): void {
    if (this.byOperator) this.byOperator = false;
    else this.overruled = true;
  }

  /** The payout was changed: its obstacles count again. */
  reset(): void {
    this.overruled = false;
  }

  async untilReleased(): Promise<void> {
    await condition(() => !this.byOperator);
  }

  /** Waits for an obstacle to go away, or for an operator's word that it does not matter. */
  async obstructed(wait: () => Promise<unknown>): Promise<void> {
    this.obstacles++;
    try {
      await firstOf(wait, () => condition(() => this.overruled));
    } finally {
      this.obstacles--;
    }
  }

  whyNoHold(): string | undefined {
    return this.byOperator ? 'It is held already.' : undefined;
  }

  whyNoRelease(): string | undefined {
    return this.byOperator || this.obstacles > 0 ? undefined : 'Nothing holds it back.';
  }
}
