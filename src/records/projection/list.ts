import type { Pool } from 'pg';
import { koboOf } from '../../domain/money/amounts';
import type { NamesKey } from './names';
import type { SummarySnapshot } from './summary';
import { mayDecide, tabCondition, TABS, type Tab, type Viewer } from './tabs';

/** Which cases; everything may be left out. */
export interface Filter {
  readonly kind?: string | undefined;
  readonly stage?: string | undefined;
  readonly waitingFor?: string | undefined;
  readonly on?: string | undefined;
  readonly assignee?: string | undefined;
  readonly branch?: string | undefined;
  readonly batch?: string | undefined;
  readonly customer?: string | undefined;
  readonly minAmountKobo?: number | undefined;
  readonly maxAmountKobo?: number | undefined;
  /** Waiting since before this instant. */
  readonly before?: Date | undefined;
  readonly q?: string | undefined;
}

/** In which order. */
const ORDERS = {
  waiting: 'needs_person DESC, since, kind, reference',
  newest: 'started_at DESC, kind, reference',
  oldest: 'started_at, kind, reference',
  amount: 'amount_kobo DESC NULLS LAST, kind, reference',
  reference: 'reference, kind',
  changed: 'changed_at DESC, kind, reference',
} as const;
export type Order = keyof typeof ORDERS;

/** One case of a list, with what was sealed. */
export interface ListedCase {
  readonly kind: string;
  readonly reference: string;
  readonly workflowId: string;
  readonly snapshot: SummarySnapshot;
  readonly needsPerson: boolean;
  readonly branch: string | undefined;
  readonly customer: string | undefined;
  readonly batch: string | undefined;
  readonly amountKobo: number | undefined;
  readonly since: Date;
  readonly startedAt: Date;
  readonly changedAt: Date;
  /** When the desk asked its workflow last. */
  readonly readAt: Date;
  readonly names: { readonly name?: string; readonly accountEndsWith?: string };
}

type Optional = 'branch' | 'customer' | 'batch' | 'amountKobo';
type Row = Omit<ListedCase, Optional | 'names'> & Readonly<Record<Optional | 'sealed', string | null>>;

const SELECT = `SELECT kind, reference, workflow_id AS "workflowId", snapshot, needs_person AS "needsPerson", branch,
  customer, batch, amount_kobo AS "amountKobo", since, started_at AS "startedAt", changed_at AS "changedAt",
  read_at AS "readAt", sealed FROM case_summary`;

/** A tab, and who looks at it. */
interface Shown {
  readonly name: Tab;
  readonly me: Viewer;
}

/** Cases that a whole list is read by. */
const AT_A_TIME = 1_000;

/** Reads the copy of the cases. */
export class CaseCopy {
  constructor(
    readonly pool: Pool,
    private readonly key: NamesKey,
  ) {}

  /** One page of a tab. */
  async page(filter: Filter, tab: Shown, order: Order, limit: number, offset = 0): Promise<ListedCase[]> {
    const condition = this.condition(filter, tab);
    const { rows } = await this.pool.query<Row>(
      `${SELECT} WHERE ${condition.text} ORDER BY ${ORDERS[order]} LIMIT ${limit} OFFSET ${offset}`,
      condition.values,
    );
    return rows.map((row) => this.listed(row));
  }

  /** A whole tab: each of its cases once, however the others change meanwhile. */
  async *all(filter: Filter, tab: Shown, order: Order): AsyncGenerator<ListedCase> {
    const condition = this.condition(filter, tab);
    const { rows: keys } = await this.pool.query<Pick<Row, 'kind' | 'reference'>>(
      `SELECT kind, reference FROM case_summary WHERE ${condition.text} ORDER BY ${ORDERS[order]}`,
      condition.values,
    );
    for (let from = 0; from < keys.length; from += AT_A_TIME) {
      const part = keys.slice(from, from + AT_A_TIME);
      const { rows } = await this.pool.query<Row>(
        `${SELECT} JOIN unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (kind, reference, place)
         USING (kind, reference) ORDER BY place`,
        [part.map(({ kind }) => kind), part.map(({ reference }) => reference)],
      );
      yield* rows.map((row) => this.listed(row));
    }
  }

  /** A page of what waits for anybody's approval: first what waits for me, each the longest waiting first. */
  async approvals(me: Viewer, limit: number, offset = 0): Promise<{ listed: ListedCase[]; total: number }> {
    const condition = new Condition(this.key, {});
    condition.add('NOT ended AND approval');
    const { text } = condition;
    const [{ rows: counted }, { rows }] = await Promise.all([
      this.pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM case_summary WHERE ${text}`),
      this.pool.query<Row>(
        `${SELECT} WHERE ${text} ORDER BY ${mayDecide(me, (given) => condition.value(given))} DESC, ${ORDERS.waiting}
         LIMIT ${limit} OFFSET ${offset}`,
        condition.values,
      ),
    ]);
    return { listed: rows.map((row) => this.listed(row)), total: counted[0]?.total ?? 0 };
  }

  /** How many each tab holds. */
  async counts(filter: Filter, me: Viewer): Promise<Record<Tab, number>> {
    const condition = new Condition(this.key, filter);
    const columns = TABS.map(
      (tab) =>
        `count(*) FILTER (WHERE ${tabCondition(tab, me, (given) => condition.value(given))}) AS ${tab}`,
    );
    const { rows } = await this.pool.query<Record<Tab, string>>(
      `SELECT ${columns.join(', ')} FROM case_summary WHERE ${condition.text}`,
      condition.values,
    );
    return Object.fromEntries(TABS.map((tab) => [tab, Number(rows[0]?.[tab] ?? 0)])) as Record<Tab, number>;
  }

  /** Those of these beneficiaries to whom a payout was paid, one outside of this batch. */
  async paidBefore(beneficiaries: readonly string[], batch: string): Promise<ReadonlySet<string>> {
    const byDigest = new Map(beneficiaries.map((one) => [this.key.payeeOf(one), one]));
    const { rows } = await this.pool.query<{ digest: string }>(
      `SELECT digest FROM unnest($1::text[]) AS digest WHERE EXISTS (SELECT FROM case_summary
         WHERE words @> ARRAY[digest] AND kind = 'payout' AND stage = 'SUCCESS' AND batch IS DISTINCT FROM $2)`,
      [[...byDigest.keys()], batch],
    );
    return new Set(rows.map(({ digest }) => byDigest.get(digest) ?? ''));
  }

  private condition(filter: Filter, { name, me }: Shown): Condition {
    const condition = new Condition(this.key, filter);
    condition.add(tabCondition(name, me, (given) => condition.value(given)));
    return condition;
  }

  /** One case; `undefined` if the copy does not have it. */
  async find(kind: string, reference: string): Promise<ListedCase | undefined> {
    const { rows } = await this.pool.query<Row>(`${SELECT} WHERE kind = $1 AND reference = $2`, [
      kind,
      reference,
    ]);
    return rows[0] && this.listed(rows[0]);
  }

  private listed({ branch, customer, batch, amountKobo, sealed, ...row }: Row): ListedCase {
    return {
      ...row,
      branch: branch ?? undefined,
      customer: customer ?? undefined,
      batch: batch ?? undefined,
      amountKobo: amountKobo === null ? undefined : Number(amountKobo),
      names: (sealed === null ? undefined : this.key.open(row.workflowId, sealed)) ?? {},
    };
  }
}

/** A condition on the copy with the values that it names. */
class Condition {
  readonly values: unknown[] = [];
  private readonly parts: string[] = ['true'];

  constructor(key: NamesKey, filter: Filter) {
    const { q, before, minAmountKobo, maxAmountKobo } = filter;
    for (const [column, given] of Object.entries(equalTo(filter)))
      if (given !== undefined) this.add(`${column} = ${this.value(given)}`);
    if (minAmountKobo !== undefined) this.add(`amount_kobo >= ${this.value(minAmountKobo)}`);
    if (maxAmountKobo !== undefined) this.add(`amount_kobo <= ${this.value(maxAmountKobo)}`);
    if (before !== undefined) this.add(`since <= ${this.value(before)}`);
    if (q !== undefined && q.trim() !== '') this.add(this.search(key, q.trim()));
  }

  get text(): string {
    return this.parts.join(' AND ');
  }

  value(given: unknown): string {
    return `$${this.values.push(given)}`;
  }

  add(part: string): void {
    this.parts.push(part);
  }

  private search(key: NamesKey, q: string): string {
    const like = this.value(`%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`);
    const digests = key.searchFor(q);
    const byWords = digests.length === 0 ? 'false' : `words @> ${this.value(digests)}::text[]`;
    const whole = `words @> ${this.value([key.wholeOf(q)])}::text[]`;
    const amountKobo = koboOf(q);
    const byAmount = amountKobo === undefined ? 'false' : `amount_kobo = ${this.value(amountKobo)}`;
    return `(reference ILIKE ${like} OR customer ILIKE ${like} OR ${byWords} OR ${whole} OR ${byAmount})`;
  }
}

const equalTo = ({ kind, stage, waitingFor, on, assignee, branch, batch, customer }: Filter) => ({
  ...{ kind, stage, assignee, branch, batch, customer },
  waiting_for: waitingFor,
  waiting_on: on,
});
