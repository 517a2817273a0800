/** The number of calls of an operation, by status, or `lost` if the reply was lost. */
export interface OperationCount {
  calls: number;
  byOutcome: Record<string, number>;
}

/** Calls of the bank since the start or the last reset; control routes and pages are not among them. */
export class CallCount {
  private readonly operations = new Map<string, OperationCount>();

  note(operation: string, outcome: number | 'lost'): void {
    const count = this.operations.get(operation) ?? { calls: 0, byOutcome: {} };
    count.calls += 1;
    count.byOutcome[outcome] = (count.byOutcome[outcome] ?? 0) + 1;
    this.operations.set(operation, count);
  }

  reset(): void {
    this.operations.clear();
  }

  toJSON() {
    const counts = [...this.operations.values()];
    return {
      total: sum(counts.map(({ calls }) => calls)),
      refusedByRateLimit: sum(counts.map(({ byOutcome }) => byOutcome['429'] ?? 0)),
      byOperation: Object.fromEntries(this.operations),
    };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
