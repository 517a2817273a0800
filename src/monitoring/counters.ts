/** Counters of a program that runs no worker, in the text form of Prometheus. */
export class Counters<Outcome extends string> {
  private readonly counts: Map<Outcome, number>;

  constructor(
    private readonly name: string,
    private readonly help: string,
    outcomes: readonly Outcome[],
  ) {
    this.counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  }

  /** One more that ended like this. */
  add(outcome: Outcome): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }

  toString(): string {
    const { name, help } = this;
    const lines = [...this.counts].map(([outcome, count]) => `${name}{outcome="${outcome}"} ${count}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines, ''].join('\n');
  }
}
