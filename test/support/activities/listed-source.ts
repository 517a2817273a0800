import type { Page, Source } from '../../../src/activities/polling/status-sources';
import type { CallLimits } from '../../../src/bank/exchange';

/** A list of statuses, page by page, and what is told of each alone; takes note of what is read. */
export class ListedSource implements Source<string> {
  readonly kind = 'money';
  readonly reads: string[] = [];
  private listed = new Map<string, string>();
  private readonly told = new Map<string, string>();
  private fault: Error | undefined;

  constructor(private readonly pageSize: number) {}

  /** The list shows these as paid. */
  show(...keys: string[]): this {
    for (const key of keys) this.set(key, 'SUCCESS');
    return this;
  }

  /** The same, before all others. */
  first(...keys: string[]): this {
    const older = this.listed;
    this.listed = new Map();
    this.show(...keys);
    for (const [key, status] of older) this.set(key, status);
    return this;
  }

  set(key: string, status: string): this {
    this.listed.set(key, status);
    return this;
  }

  /** A caller that asks for this one alone is told so. */
  alone(key: string, status: string): this {
    this.told.set(key, status);
    return this;
  }

  /** The next read comes to nothing. */
  failOnce(fault = new Error('the read was broken off')): this {
    this.fault = fault;
    return this;
  }

  async single(key: string): Promise<string> {
    await this.read(`single ${key}`);
    return this.told.get(key) ?? this.listed.get(key) ?? 'UNKNOWN';
  }

  async page(page: number, _limits: CallLimits): Promise<Page<string>> {
    await this.read(`page ${page}`);
    const rows = [...this.listed];
    const end = page * this.pageSize;
    return { facts: new Map(rows.slice(end - this.pageSize, end)), isLast: end >= rows.length };
  }

  private async read(what: string): Promise<void> {
    this.reads.push(what);
    const { fault } = this;
    this.fault = undefined;
    await Promise.resolve();
    if (fault) throw fault;
  }
}
