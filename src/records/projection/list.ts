import type { Pool } from 'pg';
import { paymentKey, sliced } from '../../domain/batch/rows';
import type { CaseDetails } from '../../domain/case/details';
import { koboOf } from '../../domain/money/amounts';
import type { NamesKey, SealedPart } from './names';
import { BY_ROWS, PAYING, type Alike, type CaseSummary } from './summary';
import { mayDecide, tabCondition, TABS, type Tab, type Viewer } from './tabs';

/** Fields that a column of the same name must equal. */
type Equal = 'kind' | 'stage' | 'waitingFor' | 'assignee' | 'branch' | 'batch' | 'customer';
type Texts = Readonly<Partial<Record<Equal | 'on' | 'madeBy' | 'q', string | undefined>>>;

/** A filter of cases; every field is optional. */
export interface Filter extends Texts {
  readonly minAmountKobo?: number | undefined;
  readonly maxAmountKobo?: number | undefined;
  /** Waiting since before this instant. */
  readonly before?: Date | undefined;
  /** A dated event of a case and its bounds; `from` inclusive, `to` exclusive. */
  readonly span?: { readonly of: Dated; readonly from?: Date; readonly to?: Date } | undefined;
}

const DATED = {
  started: 'started_at',
  ended: 'CASE WHEN ended THEN since END',
  disbursed: 'disbursed_at',
} as const;
export type Dated = keyof typeof DATED;

const ORDERS = {
  // What is to be approved waits for a decision; the other cases that need a person may be in trouble.
  waiting: 'needs_person DESC, approval, since, kind, reference',
  newest: 'started_at DESC, kind, reference',
  oldest: 'started_at, kind, reference',
  amount: 'amount_kobo DESC NULLS LAST, kind, reference',
  lapse: "least(snapshot #>> '{approval,until}', snapshot #>> '{proposals,0,until}'), kind, reference",
  reference: 'reference, kind',
  changed: 'changed_at DESC, kind, reference',
  // Hundreds of payouts of a common name must not hide the one loan.
  found: 'row_number() OVER (PARTITION BY kind ORDER BY changed_at DESC), changed_at DESC, kind, reference',
} as const;
export type Order = keyof typeof ORDERS;

/** When somebody was first asked to agree: the case may have waited, or been in trouble, for longer. */
const ASKED = `least((snapshot #>> '{proposals,0,since}')::timestamptz,
  CASE WHEN snapshot ? 'approval' THEN coalesce((snapshot #>> '{waiting,since}')::timestamptz, since) END)`;

/** The columns of one case, without those that are `null`. */
interface Row extends Omit<CaseSummary, 'forRoles' | 'words' | 'indexed' | 'since' | 'disbursedAt'> {
  readonly since: Date;
  readonly disbursedAt?: Date | undefined;
  /** When the desk last asked its workflow. */
  readonly readAt: Date;
}

/** One case of a list: its summary as the database keeps it, with the decrypted part. */
export interface ListedCase extends Omit<Row, 'sealed'> {
  readonly names: SealedPart;
}

const SELECT = `SELECT kind, reference, workflow_id AS "workflowId", snapshot, needs_person AS "needsPerson", branch,
  customer, batch, amount_kobo::float8 AS "amountKobo", unpaid, since, started_at AS "startedAt",
  changed_at AS "changedAt", disbursed_at AS "disbursedAt", read_at AS "readAt", sealed FROM case_summary`;

interface Shown {
  readonly name: Tab;
  readonly me: Viewer;
}

/** A place in the order of changes: after the last case told, or the very beginning of an instant. */
export interface Place {
  readonly changedAt: Date;
  readonly kind: string;
  readonly reference: string;
}

/** The numbers of cases to approve, and of those that a person may approve, with the sum of what is paid out. */
interface CountedApprovals {
  readonly total: number;
  readonly forMe: number;
  readonly forMeKobo: number;
}

const AT_A_TIME = 1_000;

export class CaseCopy {
  constructor(
    readonly pool: Pool,
    private readonly key: NamesKey,
  ) {}

  async page(filter: Filter, tab: Shown, order: Order, limit: number, offset = 0): Promise<ListedCase[]> {
    const { text, values } = this.condition(filter, tab);
    return this.select(`WHERE ${text} ORDER BY ${ORDERS[order]} LIMIT ${limit} OFFSET ${offset}`, values);
  }

  /**
   * The cases of a tab after a place in the order of their changes, oldest first. A case that changes
   * meanwhile comes again later. Cases changed after `until` are left out: the copy may lack some.
   */
  async changes(filter: Filter, tab: Shown, after: Place, until: Date, limit: number): Promise<ListedCase[]> {
    const condition = this.condition(filter, tab);
    const place = [after.changedAt, after.kind, after.reference].map(condition.value);
    condition.add(`(changed_at, kind, reference) > (${place.join(', ')})`);
    condition.add(`changed_at <= ${condition.value(until)}`);
    const { text, values } = condition;
    return this.select(`WHERE ${text} ORDER BY changed_at, kind, reference LIMIT ${limit}`, values);
  }

  /** All cases of a tab, each once, however others change meanwhile. */
  async *all(filter: Filter, tab: Shown, order: Order): AsyncGenerator<ListedCase> {
    const { text, values } = this.condition(filter, tab);
    const { rows: keys } = await this.pool.query<Pick<Row, 'kind' | 'reference'>>(
      `SELECT kind, reference FROM case_summary WHERE ${text} ORDER BY ${ORDERS[order]}`,
      values,
    );
    for (const part of sliced(keys, AT_A_TIME))
      yield* await this.select(
        `JOIN unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (kind, reference, place)
         USING (kind, reference) ORDER BY place`,
        [part.map(({ kind }) => kind), part.map(({ reference }) => reference)],
      );
  }

  /** A page of cases that wait for approval, those I may approve first, with their numbers. */
  async approvals(
    me: Viewer,
    { kind, sort }: { readonly kind?: string | undefined; readonly sort: 'waiting' | 'amount' | 'lapse' },
    limit: number,
    offset: number,
  ): Promise<CountedApprovals & { readonly listed: ListedCase[] }> {
    const condition = new Condition(this.key, { kind });
    const { value, values } = condition;
    const mine = mayDecide(me, value);
    const waiting = `WHERE NOT ended AND approval AND ${condition.text}`;
    const first = sort === 'waiting' ? `${ASKED}, kind, reference` : ORDERS[sort];
    const order = `ORDER BY ${mine} DESC, ${first} LIMIT ${limit} OFFSET ${offset}`;
    const paidOut = `${mine} AND kind IN ('${PAYING.join("', '")}')`;
    const [{ rows }, listed] = await Promise.all([
      this.pool.query<CountedApprovals>(
        `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${mine})::int AS "forMe",
           coalesce(sum(amount_kobo) FILTER (WHERE ${paidOut}), 0)::float8 AS "forMeKobo"
         FROM case_summary ${waiting}`,
        values,
      ),
      this.select(`${waiting} ${order}`, values),
    ]);
    return { listed, ...(rows[0] as CountedApprovals) };
  }

  async counts(filter: Filter, me: Viewer): Promise<Record<Tab, number>> {
    const condition = new Condition(this.key, filter);
    const columns = TABS.map(
      (tab) => `count(*) FILTER (WHERE ${tabCondition(tab, me, condition.value)})::int AS "${tab}"`,
    );
    const { rows } = await this.pool.query<Record<Tab, number>>(
      `SELECT ${columns.join(', ')} FROM case_summary WHERE ${condition.text}`,
      condition.values,
    );
    return rows[0] as Record<Tab, number>;
  }

  /**
   * The beneficiaries among these to whom a payout was paid, outside of this batch if one is named. Of payouts
   * of a batch it knows those of batches that have ended.
   */
  async paidBefore(beneficiaries: readonly string[], batch = ''): Promise<ReadonlySet<string>> {
    const byDigest = new Map(beneficiaries.map((one) => [this.key.payeeOf(one), one]));
    const { rows } = await this.pool.query<{ digest: string }>(
      `SELECT digest FROM unnest($1::text[]) AS digest WHERE EXISTS (SELECT FROM case_summary
         WHERE words @> ARRAY[digest] AND CASE kind WHEN 'payout' THEN stage = 'SUCCESS' AND batch IS DISTINCT FROM $2
           WHEN 'batch' THEN reference <> $2 AND (${ALL_PAID} OR words @> ARRAY['${BY_ROWS}']) ELSE false END)`,
      [[...byDigest.keys()], batch],
    );
    return new Set(rows.map(({ digest }) => byDigest.get(digest) ?? ''));
  }

  /** Of each payout, or row of a batch (`of`): the three latest others, or other batches with a row, of its amount and account. */
  async alike(
    payouts: readonly (Pick<CaseDetails, 'amountKobo' | 'beneficiary'> & { reference: string })[],
    batch?: string,
  ) {
    const payments = payouts.map(({ beneficiary: to, amountKobo }) =>
      to && amountKobo !== undefined ? this.key.payeeOf(paymentKey({ ...to, amountKobo })) : undefined,
    );
    const { rows } = await this.pool.query<Alike & { on: Date }>(
      `SELECT "of", found.* FROM unnest($1::text[], $2::text[]) AS one ("of", payment), LATERAL (
         SELECT kind, reference, stage_title AS "stageTitle", changed_at AS "on" FROM case_summary AS other
           WHERE words @> ARRAY[payment] AND kind IN ('payout', 'batch') AND reference <> "of"
           AND (NOT ended OR stage IN ('SUCCESS', 'DONE') OR kind = 'batch' AND stage <> 'REJECTED')
           AND coalesce(other.batch, reference) IS DISTINCT FROM
             coalesce($3, (SELECT own.batch FROM case_summary AS own WHERE kind = 'payout' AND reference = "of"))
           AND changed_at > now() - interval '30 days' ORDER BY changed_at DESC LIMIT 3) AS found`,
      [payouts.map((one) => one.reference), payments, batch],
    );
    return rows.map((row) => ({ ...row, on: row.on.toISOString() }));
  }

  /** The latest case under a customer's reference, if no case under it is of the person with this BVN. */
  async ofOtherBvn(customer: string, bvn: string): Promise<ListedCase | undefined> {
    const [found] = await this.select(
      `WHERE customer = $1 AND NOT EXISTS (SELECT FROM case_summary AS own WHERE own.customer = $1
         AND own.words @> $2::text[]) ORDER BY started_at DESC, kind LIMIT 1`,
      [customer, [this.key.wholeOf(bvn)]],
    );
    return found;
  }

  private condition(filter: Filter, { name, me }: Shown): Condition {
    const condition = new Condition(this.key, filter);
    condition.add(tabCondition(name, me, condition.value));
    return condition;
  }

  async find(kind: string, reference: string): Promise<ListedCase | undefined> {
    return (await this.select('WHERE kind = $1 AND reference = $2', [kind, reference]))[0];
  }

  /** The cases that these workflows carry now: a loan in repayment has another id than its application. */
  ofWorkflows(workflowIds: readonly string[]): Promise<ListedCase[]> {
    return this.select('WHERE workflow_id = ANY($1)', [workflowIds]);
  }

  private async select(rest: string, values: unknown[]): Promise<ListedCase[]> {
    const { rows } = await this.pool.query<object>(`${SELECT} ${rest}`, values);
    return rows.map((row) => this.listed(withoutNulls(row) as Row));
  }

  private listed({ sealed, ...row }: Row): ListedCase {
    return { ...row, names: sealed === undefined ? {} : (this.key.open(row.workflowId, sealed) ?? {}) };
  }
}

/** Whether no row of a batch was left out, and each was paid: of a batch whose rows' results nobody could read. */
const ALL_PAID = `stage = 'DONE' AND snapshot #> '{facts,rowsSuccess}' = snapshot #> '{facts,rows}'
  AND coalesce(snapshot #>> '{facts,excluded}', '0') = '0'`;

const withoutNulls = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

class Condition {
  readonly values: unknown[] = [];
  private readonly parts: string[] = ['true'];

  constructor(key: NamesKey, filter: Filter) {
    const { q, on, before, minAmountKobo, maxAmountKobo, madeBy, span } = filter;
    const { kind, stage, waitingFor: waiting_for, assignee, branch, batch, customer } = filter;
    const equal = { kind, stage, waiting_for, assignee, branch, batch, customer };
    for (const [column, given] of Object.entries(equal))
      if (given !== undefined) this.add(`${column} = ${this.value(given)}`);
    if (on !== undefined) this.add(waitingOn(this.value(on)));
    if (minAmountKobo !== undefined) this.add(`amount_kobo >= ${this.value(minAmountKobo)}`);
    if (maxAmountKobo !== undefined) this.add(`amount_kobo <= ${this.value(maxAmountKobo)}`);
    if (before !== undefined) this.add(`since <= ${this.value(before)}`);
    if (madeBy !== undefined) this.add(startedBy(this.value(madeBy)));
    if (span?.from !== undefined) this.add(`${DATED[span.of]} >= ${this.value(span.from)}`);
    if (span?.to !== undefined) this.add(`${DATED[span.of]} < ${this.value(span.to)}`);
    if (q !== undefined && q.trim() !== '') this.add(this.search(key, q.trim()));
  }

  get text(): string {
    return this.parts.join(' AND ');
  }

  value = (given: unknown): string => `$${this.values.push(given)}`;

  add(part: string): void {
    this.parts.push(part);
  }

  private search(key: NamesKey, q: string): string {
    const like = this.value(`%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`);
    const has = (digests: readonly string[]) => `words @> ${this.value(digests)}::text[]`;
    const [words, kobo] = [key.searchFor(q), koboOf(q)];
    const found = [`reference ILIKE ${like}`, `customer ILIKE ${like}`, has([key.wholeOf(q)])];
    if (words.length > 0) found.push(has(words));
    if (kobo !== undefined) found.push(`amount_kobo = ${this.value(kobo)}`, has([key.amountOf(kobo)]));
    return `(${found.join(' OR ')})`;
  }
}

/** Asks the audit, the only table that knows who started a case of any kind. */
const startedBy = (actor: string) => `EXISTS (SELECT FROM audit_entry WHERE audit_entry.kind = 'start'
  AND case_id = case_summary.kind || ':' || case_summary.reference AND actor = ${actor})`;

/** A case that needs attention waits on every role that may give a command of those that help. */
const waitingOn = (role: string) =>
  `CASE WHEN snapshot ? 'attention' THEN ${role} = ANY (for_roles) ELSE waiting_on = ${role} END`;
