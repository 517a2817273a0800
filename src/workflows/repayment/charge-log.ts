import type { TogetherAct } from '../../domain/case/proof';
import { isTakenBy, type ChargeOutcome, type PendingCharge } from '../../domain/repayment/charge';
import type { Instalment, TakenCharge } from '../../domain/repayment/instalments';

/** What of the charges a run hands over to the next one. */
export interface CarriedCharges {
  /** Charges made so far, by due date. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Those of them that the bank took. */
  readonly taken: readonly TakenCharge[];
  readonly pending?: PendingCharge;
  /** Due dates that an officer wants charged now, with the most that is to be taken. */
  readonly asked?: readonly AskedCharge[];
  /** A charge that was begun and has not come to anything yet. */
  readonly begun?: BegunCharge;
}

/** A charge of an instalment that a run has begun. */
export interface BegunCharge {
  readonly number: number;
  readonly dueOn: string;
  /** What is taken for paid already where the bank has taken a part. */
  readonly paidAtLeastKobo: number;
}

interface AskedCharge {
  readonly dueOn: string;
  readonly atMostKobo?: number;
  /** The act by which; none where messages name their own actors. */
  readonly proof?: TogetherAct | undefined;
}

/** What an officer's charge means: all that is due, or a part of the oldest instalment. */
export function chargesAsked(
  due: readonly Instalment[],
  { amountKobo, proof }: { readonly amountKobo?: number; readonly proof?: TogetherAct },
): AskedCharge[] {
  if (amountKobo === undefined) return due.map(({ dueOn }) => ({ dueOn, ...(proof && { proof }) }));
  return due.slice(0, 1).map(({ dueOn }) => ({ dueOn, atMostKobo: amountKobo, ...(proof && { proof }) }));
}

/** The charges of one loan: how often each instalment was charged, what the bank took, what is asked for. */
export class ChargeLog {
  private attempts: Record<string, number> = {};
  private taken: TakenCharge[] = [];
  private pending: PendingCharge | undefined;
  private asked: readonly AskedCharge[] = [];
  /** The charge that is under way, in whichever run it was begun. */
  begun: BegunCharge | undefined;

  /** How often the instalment was charged. */
  attemptsFor(dueOn: string): number {
    return this.attempts[dueOn] ?? 0;
  }

  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** An officer wants these instalments charged now. */
  ask(asked: readonly AskedCharge[]): void {
    this.asked = asked;
  }

  /** What an officer wants charged of an instalment; nothing when they do not. */
  askedFor(dueOn: string): AskedCharge | undefined {
    return this.asked.find((asked) => asked.dueOn === dueOn);
  }

  /** What was asked for is done, or there was no need. After a charge that was not taken an officer decides anew. */
  done(dueOn: string, status: ChargeOutcome['status']): void {
    const goesOn = status === 'TAKEN' || status === 'NOTHING_DUE';
    this.asked = goesOn ? this.asked.filter((asked) => asked.dueOn !== dueOn) : [];
  }

  /** The bank has answered a charge of the instalment. */
  answered(dueOn: string): void {
    this.attempts[dueOn] = this.attemptsFor(dueOn) + 1;
  }

  /** The bank has taken money under a reference of ours. */
  took(charge: TakenCharge): void {
    this.taken.push(charge);
  }

  /** The bank has accepted a charge and not settled it. */
  follow(charge: PendingCharge): void {
    this.pending = charge;
  }

  /** Ends a pending charge that a schedule shows as taken; that charge, if there was one. */
  settleBy(schedule: readonly Instalment[]): PendingCharge | undefined {
    const { pending } = this;
    return pending && isTakenBy(schedule, pending) ? this.settle('TAKEN') : undefined;
  }

  /** Ends the pending charge, as the bank or an officer says; that charge, if there was one. */
  settle(outcome: 'TAKEN' | 'NOT_TAKEN'): PendingCharge | undefined {
    const { pending } = this;
    this.pending = undefined;
    if (pending && outcome === 'TAKEN')
      this.took({ reference: pending.reference, amountKobo: pending.amountKobo });
    return pending;
  }

  allTaken(): TakenCharge[] {
    return this.taken;
  }

  carry(): CarriedCharges {
    const { attempts, taken, pending, asked, begun } = this;
    return { attempts, taken, asked, ...(pending && { pending }), ...(begun && { begun }) };
  }

  takeOver({ attempts, taken, pending, asked = [], begun }: CarriedCharges): void {
    Object.assign(this, { attempts, taken, pending, asked, begun });
  }
}
