import { rounded, type Row } from '../report';

/** How often the server did each thing, by its name. */
type Counts = ReadonlyMap<string, number>;

/** What of the server's figures tells its work: requests that reach it, and what it asks of its database for them. */
const COUNTED = /^(?<figure>service_requests|persistence_requests)\{(?<labels>[^}]*)\} (?<count>\S+)$/;

/** Clients and workers call this part of the server alone. */
const REACHED = 'service_name="frontend"';

/** Less often than once in five workflows is of no account. */
const LEAST = 0.2;

/** What the server does for each variant, by its own figures. */
export class ServerWork<N extends string> {
  private readonly done = new Map<N, Map<string, number>>();
  private readonly workflows = new Map<N, number>();

  constructor(
    private readonly metricsUrl: string,
    private readonly names: readonly N[],
  ) {}

  /** Adds up what the server does while so many workflows of a variant run. */
  async during<R>(name: N, workflows: number, run: () => Promise<R>): Promise<R> {
    const before = await this.counts();
    const result = await run();
    const done = this.done.get(name) ?? new Map<string, number>();
    for (const [what, count] of await this.counts())
      done.set(what, (done.get(what) ?? 0) + count - (before.get(what) ?? 0));
    this.done.set(name, done);
    this.workflows.set(name, (this.workflows.get(name) ?? 0) + workflows);
    return result;
  }

  /** How often it did each thing for one workflow. */
  table(): Row[] {
    const all = new Set(this.names.flatMap((name) => [...(this.done.get(name)?.keys() ?? [])]));
    return [...all]
      .sort()
      .filter((what) => this.names.some((name) => this.each(name, what) >= LEAST))
      .map((what) => ({
        'for one workflow': what,
        ...Object.fromEntries(this.names.map((name) => [name, rounded(this.each(name, what))])),
      }));
  }

  private each(name: N, what: string): number {
    return (this.done.get(name)?.get(what) ?? 0) / (this.workflows.get(name) ?? 1);
  }

  private async counts(): Promise<Counts> {
    const reply = await fetch(this.metricsUrl);
    const counts = new Map<string, number>();
    for (const line of (await reply.text()).split('\n')) {
      const { figure, labels = '', count } = COUNTED.exec(line)?.groups ?? {};
      const [, operation] = /operation="([^"]*)"/.exec(labels) ?? [];
      const isRequest = figure === 'service_requests';
      if (operation === undefined || (isRequest && !labels.includes(REACHED))) continue;
      const what = isRequest ? operation : `database: ${operation}`;
      counts.set(what, (counts.get(what) ?? 0) + Number(count));
    }
    return counts;
  }
}
