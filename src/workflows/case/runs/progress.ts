import type { SendMark } from '../../../domain/case/authorisation';

/** What a run tells the next one about the steps of the stage in which it ended. */
export interface CarriedProgress {
  /** What steps have come to, by their names. */
  readonly done: Readonly<Record<string, Done>>;
  /** The step whose refusal waits for a person. */
  readonly refused?: string;
  /** How often a write was sent of which the last reply was lost. */
  readonly unanswered?: number;
}

interface Done {
  /** Missing where the step comes to nothing. */
  readonly value?: unknown;
}

/**
 * How far the steps of a case have come. A run that takes over from an earlier one carries its stages out from their
 * beginning; what the earlier run had done of them is not done again.
 */
export class Progress {
  private readonly done: Map<string, Done>;
  /** Steps of the earlier run that this one has not come to yet. */
  private readonly earlier: Set<string>;
  private refused: string | undefined;
  private refusedEarlier: string | undefined;
  private unanswered = 0;
  private unansweredEarlier: number;
  private lastSend: string | undefined;
  /** How many marks were given: two sends may begin in one workflow task. */
  private sends = 0;
  private openMark: SendMark | undefined;

  constructor(carried: CarriedProgress = { done: {} }) {
    this.done = new Map(Object.entries(carried.done));
    this.earlier = new Set(Object.keys(carried.done));
    this.refusedEarlier = carried.refused;
    this.unansweredEarlier = carried.unanswered ?? 0;
  }

  /** Carries a step out, unless the earlier run has: what it comes to then. */
  async once<R>(name: string, step: () => Promise<R>): Promise<R> {
    if (this.earlier.delete(name)) return this.done.get(name)?.value as R;
    const value = await step();
    this.record(name, value);
    return value;
  }

  /** What a step has come to in the earlier run, once; nothing where it had not come so far. */
  takeUp(name: string): unknown {
    return this.earlier.delete(name) ? this.done.get(name)?.value : undefined;
  }

  /** What a step has come to last, in whichever run; nothing where it is to be carried out anew. */
  latest(name: string): unknown {
    return this.done.get(name)?.value;
  }

  record(name: string, value: unknown): void {
    this.earlier.delete(name);
    this.done.set(name, { value });
  }

  /** These steps are to be carried out anew. */
  forget(...names: readonly string[]): void {
    for (const name of names) {
      this.earlier.delete(name);
      this.done.delete(name);
    }
  }

  /** Waits for a person about a step that was refused. */
  async askAbout(step: string, ask: () => Promise<unknown>): Promise<void> {
    this.refused = step;
    await ask().finally(() => (this.refused = undefined));
  }

  /** Whether the earlier run has ended while it waited for a person about this step. */
  wasRefused(step: string): boolean {
    const was = this.refusedEarlier === step;
    if (was) this.refusedEarlier = undefined;
    return was;
  }

  /** A write was sent so often, and the last reply was lost; zero once it is known what became of it. */
  leftUnanswered(sent: number): void {
    this.unanswered = sent;
  }

  /** How often the earlier run had sent a write of which it did not know what became; zero where it knew. */
  takeUpUnanswered(): number {
    const sent = this.unansweredEarlier;
    this.unansweredEarlier = 0;
    return sent;
  }

  /** The mark of a send of money that begins now: that of the one before, where that was stopped before it went out. */
  markOfSend(): SendMark {
    const { lastSend: after } = this;
    return (this.openMark ??= {
      at: `${new Date().toISOString()} ${++this.sends}`,
      ...(after !== undefined && { after }),
    });
  }

  /** A send of money may have gone out. */
  mayHaveSent({ at }: SendMark): void {
    this.lastSend = at;
    this.openMark = undefined;
  }

  carry(): CarriedProgress {
    const refused = this.refused ?? this.refusedEarlier;
    const unanswered = this.unanswered || this.unansweredEarlier;
    return {
      done: Object.fromEntries(this.done),
      ...(refused !== undefined && { refused }),
      ...(unanswered > 0 && { unanswered }),
    };
  }
}
