import type { PolicyNotice, Urgency } from '../../src';

/** What came in one window of the server. */
export interface Record {
  readonly endMs: number;
  count: number;
  readonly ours: { urgent: number; routine: number };
  refused: number;
  /** Whether work of each urgency waited from its first moment to its last. */
  readonly waited: { urgent: boolean; routine: boolean };
}

/** The server's side: a window opened by the first request after the last one ended, counting refused ones too. */
export class FixedWindow {
  readonly records: Record[] = [];

  constructor(
    readonly limit: number,
    private readonly windowMs: number,
    private readonly rounding: 'up' | 'down',
    private readonly pending: { readonly urgent: number; readonly routine: number },
  ) {}

  /** The window that is open at an instant. */
  openAt(nowMs: number): Record | undefined {
    const last = this.records.at(-1);
    return last && nowMs < last.endMs ? last : undefined;
  }

  /** Counts a request: ours, or of another client. */
  take(nowMs: number, urgency?: Urgency): { readonly refused: boolean; readonly notice: PolicyNotice } {
    const window = this.openAt(nowMs) ?? this.open(nowMs);
    window.count += 1;
    if (urgency) window.ours[urgency] += 1;
    const refused = window.count > this.limit;
    const round = this.rounding === 'up' ? Math.ceil : Math.floor;
    const resetMs = round((window.endMs - nowMs) / 1000) * 1000;
    return { refused, notice: { remaining: Math.max(0, this.limit - window.count), resetMs } };
  }

  private open(nowMs: number): Record {
    const { urgent, routine } = this.pending;
    const record: Record = {
      endMs: nowMs + this.windowMs,
      count: 0,
      ours: { urgent: 0, routine: 0 },
      refused: 0,
      waited: { urgent: urgent > 0, routine: routine > 0 },
    };
    this.records.push(record);
    return record;
  }
}
