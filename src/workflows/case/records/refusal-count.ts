/** Real milliseconds between two entries of the audit that count refused messages. */
const RECORDED_EVERY_MS = 3_600_000;

/** How many messages the case has refused, and how many of them stand in the audit. */
export interface CountedRefusals {
  readonly count: number;
  readonly recorded: number;
  readonly recordedMs: number;
  readonly last?: { readonly what: string; readonly why?: string };
}

/** Counts the messages that a case refuses: however many come, the audit gets a line now and then. */
export class RefusalCount {
  constructor(private current: CountedRefusals = { count: 0, recorded: 0, recordedMs: 0 }) {}

  /** One more. @returns whether it is time to record how many there are */
  add(what: string, why?: string): boolean {
    const last = { what, ...(why !== undefined && { why }) };
    this.current = { ...this.current, count: this.current.count + 1, last };
    return Date.now() - this.current.recordedMs >= RECORDED_EVERY_MS;
  }

  get areUnrecorded(): boolean {
    return this.current.count > this.current.recorded;
  }

  /** What is recorded now. */
  recorded(): CountedRefusals {
    this.current = { ...this.current, recorded: this.current.count, recordedMs: Date.now() };
    return this.current;
  }

  carry(): CountedRefusals {
    return this.current;
  }
}
