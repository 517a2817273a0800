import type { Urgency } from './priority-reservation';

/** How often an operation was called in a window. */
export interface OperationUsage {
  readonly operation: string;
  readonly urgency: Urgency;
  readonly calls: number;
  readonly refused: number;
}

/** Counts the calls of one window, by operation and urgency. */
export class UsageCounter {
  private readonly counts = new Map<string, { calls: number; refused: number }>();
  private window: unknown;

  /** Adds to, or subtracts from, the counts of a window; the first call of another window resets them. */
  add(
    window: unknown,
    operation: string,
    urgency: Urgency,
    change: { calls?: number; refused?: number },
  ): void {
    if (window !== this.window) this.counts.clear();
    this.window = window;
    const key = `${urgency} ${operation}`;
    const { calls, refused } = this.counts.get(key) ?? { calls: 0, refused: 0 };
    this.counts.set(key, {
      calls: calls + (change.calls ?? 0),
      refused: refused + (change.refused ?? 0),
    });
  }

  /** The operations by falling number of calls; empty for any other window. */
  of(window: unknown): OperationUsage[] {
    if (window !== this.window) return [];
    return [...this.counts]
      .map(([key, count]) => {
        const [urgency = '', operation = ''] = key.split(' ');
        return { operation, urgency: urgency as Urgency, ...count };
      })
      .sort((one, other) => other.calls - one.calls);
  }
}
