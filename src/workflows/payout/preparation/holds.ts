import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { isAmong } from '../../../domain/case/agreement';
import type { SendRecord } from '../../../domain/payout/send-state';
import { firstOf } from '../../case/steps';

/** The holds on a payout: an operator's, or an obstacle (bank, account) that an operator may overrule. */
export class Holds {
  /** Who holds it back: a person, or `system`; `undefined` while nobody does. */
  private by: string | undefined;
  /** Whether an operator has said that bank and account are no reason to hold the payout back. */
  areObstaclesOverruled = false;
  /** How often people have held it back. */
  placed = 0;
  private obstacles = 0;

  hold(by: string): void {
    this.by = by;
    this.placed++;
  }

  get isByOperator(): boolean {
    return this.by !== undefined;
  }

  /** Lifts an operator's hold; without one, overrules the obstacle. */
  release(): void {
    if (this.isByOperator) this.by = undefined;
    else this.areObstaclesOverruled = true;
  }

  /** The payout was changed: its obstacles count again. */
  reset(): void {
    this.areObstaclesOverruled = false;
  }

  async untilReleased(): Promise<void> {
    await condition(() => !this.isByOperator);
  }

  /** Waits until an obstacle goes away or an operator overrules it. */
  async obstructed(wait: () => Promise<unknown>): Promise<void> {
    this.obstacles++;
    try {
      await firstOf(wait, () => condition(() => this.areObstaclesOverruled));
    } finally {
      this.obstacles--;
    }
  }

  whyNoHold(): string | undefined {
    return this.isByOperator ? 'It is held already.' : undefined;
  }

  /** Why this person may not release it: its makers lift no hold of somebody else. */
  whyNotBy(person: string, makers: readonly string[]): string | undefined {
    const isOfAnother = this.by !== undefined && this.by !== 'system' && !isAmong([this.by], person);
    return isOfAnother && isAmong(makers, person)
      ? 'somebody else holds it back: a person who did not make or change it releases it'
      : undefined;
  }

  whyNoRelease(): string | undefined {
    return this.isByOperator || this.obstacles > 0 ? undefined : 'Nothing holds it back.';
  }
}

/**
 * Lets people recall a payout while it is being sent, until the bank has it: the send's waits are cancelled,
 * and people decide once nothing of it is under way. A call that goes out at that moment still reports its
 * result.
 */
export class Recall {
  private asked = 0;
  private isSending = false;
  private waiting = new CancellationScope();

  constructor(private readonly sent: SendRecord) {}

  /** Whether somebody wants it back: then nothing goes out for the first time. */
  get isAsked(): boolean {
    return this.asked > 0 && this.sent.isUnsent;
  }

  /** Sends, until the bank has it or somebody wants it back. */
  async during(send: () => Promise<void>): Promise<void> {
    this.isSending = true;
    try {
      await send();
    } catch (error) {
      if (!this.isAsked || !isCancellation(error)) throw error;
    } finally {
      this.isSending = false;
    }
  }

  /** Runs a part of the send, which a recall cancels at once. */
  async unlessRecalled<R>(part: () => Promise<R>): Promise<R> {
    if (!this.isSending) return part();
    const [outer, own] = [this.waiting, new CancellationScope()];
    this.waiting = own;
    try {
      const going = own.run(part);
      if (this.isAsked) own.cancel();
      return await going;
    } finally {
      this.waiting = outer;
    }
  }

  /** Runs `decide` while nothing of the first send is under way, or once it may have gone out. */
  async whileBack<R>(decide: () => Promise<R>): Promise<R> {
    this.asked++;
    try {
      if (this.isAsked) this.waiting.cancel();
      await condition(() => !this.isSending || !this.sent.isUnsent);
      return await decide();
    } finally {
      this.asked--;
    }
  }

  /** Waits until nobody decides about it. */
  async untilDecided(): Promise<void> {
    await condition(() => this.asked === 0);
  }
}
