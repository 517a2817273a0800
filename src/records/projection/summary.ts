import type { Pool } from 'pg';
import { subjectOf } from '../../domain/case/agreement';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { UNKNOWN_STATE } from '../../domain/case/waits';
import { INDEX_LAGS_MS } from './watcher-lease';
import type { Clock } from '../../domain/time/clock';
import { lagosText } from '../../domain/time/lagos-days';
import { noteLoanDay } from './figures';

/** A case without its timeline, which the case itself provides. */
type SummarySnapshot = Omit<CaseSnapshot, 'timeline' | 'kind'>;

/** A loan's unpaid instalments, oldest first, and its clock: what is overdue follows at any time. */
export interface Unpaid {
  readonly clock: Clock;
  readonly instalments: readonly { readonly dueOn: string; readonly owedKobo: number }[];
}

/** The part of a case that lists show. */
export interface CaseSummary {
  readonly kind: string;
  readonly reference: string;
  readonly workflowId: string;
  readonly snapshot: SummarySnapshot;
  readonly needsPerson: boolean;
  /** The roles of the people who must act; the snapshot has the roles that may agree to something. */
  readonly forRoles: readonly string[];
  readonly branch?: string | undefined;
  readonly customer?: string | undefined;
  readonly batch?: string | undefined;
  readonly amountKobo?: number | undefined;
  readonly unpaid?: Unpaid | undefined;
  /** When the case came into its present state, ISO 8601. */
  readonly since: string;
  readonly startedAt: Date;
  readonly changedAt: Date;
  /** Of a loan, ISO 8601, business time. */
  readonly disbursedAt?: string | undefined;
  readonly sealed?: string | undefined;
  readonly words: readonly string[];
  /** Its entry in Temporal's index. */
  readonly indexed: string;
}

/** Draws a revision before a case is asked: the answer with the later revision counts. */
export async function nextRevision(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ revision: string }>("SELECT nextval('case_revision') AS revision");
  return Number(rows[0]?.revision);
}

/** A payout, or a batch with a row, of the same amount to the same account as another payment (`of`). */
export interface Alike extends Record<'of' | 'reference' | 'stageTitle', string> {
  readonly kind: 'payout' | 'batch';
}

/** Every column but `read_at`, also those without a value, which empty the column. */
function columnsOf({ snapshot, ...summary }: CaseSummary, revision: number) {
  const { stage, stageTitle, ended, assignee, waiting, attention, approval, proposals = [] } = snapshot;
  const { branch, customer, batch, amountKobo, unpaid, disbursedAt, sealed } = summary;
  const values = {
    ...summary,
    ...{ branch, customer, batch, amountKobo, unpaid, disbursedAt, sealed },
    ...{ snapshot, stage, stageTitle, ended, assignee, revision },
    waitingFor: attention ? 'OFFICER' : waiting?.for,
    waitingOn: waiting?.on,
    approval: approval !== undefined || proposals.length > 0,
    decisions: JSON.stringify(decisionsIn(snapshot)),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value]));
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The roles that may agree to something, and the people who may not: makers and those who have agreed. */
const decisionsIn = ({ approval, proposals = [], commands }: SummarySnapshot) =>
  [
    ...(approval && commands.includes('approve') ? [approval] : []),
    ...(commands.includes('confirmProposal') ? proposals : []),
  ].map(({ roles, makers, approvers }) => ({ roles, people: [...makers, ...approvers].map(subjectOf) }));

/** Up to when lists of changes have told all. */
const LISTED_TO = `(SELECT changes_to - interval '${INDEX_LAGS_MS} milliseconds' FROM case_watch WHERE name = 'cases')`;
/** In milliseconds, as the cursor of a list of changes. */
const NOW = "date_trunc('milliseconds', now())";

/**
 * A list of changes has gone past what it was told late, or was called unknown: that counts as changed now. What counts
 * as changed does not go back.
 */
const CHANGED_AT = `CASE
    WHEN case_summary.stage_title = '${UNKNOWN_STATE}' OR case_summary.indexed IS DISTINCT FROM excluded.indexed
      AND excluded.changed_at < ${LISTED_TO}
    THEN ${NOW} ELSE greatest(case_summary.changed_at, excluded.changed_at) END`;

/** The same for a case that the copy does not have yet. */
const changedAtFirst = (place: (column: string) => number) =>
  `CASE WHEN $${place('changed_at')}::timestamptz < ${LISTED_TO}
    AND NOT EXISTS (SELECT FROM case_summary WHERE kind = $${place('kind')} AND reference = $${place('reference')})
    THEN ${NOW} ELSE $${place('changed_at')} END`;

const written = (column: string) =>
  `${column} = ${column === 'changed_at' ? CHANGED_AT : `excluded.${column}`}`;

const writing = (columns: readonly string[]) => `INSERT INTO case_summary (${columns.join(', ')}, read_at)
  VALUES (${columns.map((column, place) => (column === 'changed_at' ? changedAtFirst((name) => columns.indexOf(name) + 1) : `$${place + 1}`)).join(', ')}, now())
  ON CONFLICT (kind, reference) DO UPDATE SET read_at = now(),
    ${columns.map(written).join(', ')}
  WHERE case_summary.revision < excluded.revision`;

/** Writes a case's answer, unless a newer one is stored. */
export async function writeSummary(pool: Pool, summary: CaseSummary, revision: number): Promise<void> {
  const columns = columnsOf(summary, revision);
  await pool.query(writing(Object.keys(columns)), Object.values(columns));
  if (summary.kind === 'loan') await noteLoanDay(pool, summary.reference, summary.snapshot.facts);
}

/** Among the words of a batch whose rows' results are known: its other words are of what was paid. */
export const BY_ROWS = 'by rows';

/** The kinds of cases whose amount is paid out once they are approved. */
export const PAYING: readonly string[] = ['payout', 'batch', 'flush'];

/** A running case that does not answer, as it was last seen, with this said before all else. Nobody can steer it. */
export function asLastSeen({ kind, snapshot, readAt }: Seen): SummarySnapshot {
  const { stageTitle, ended } = snapshot;
  if (ended || stageTitle === UNKNOWN_STATE) return snapshot;
  const act = PAYING.includes(kind) ? 'pay it in another way' : 'act on it otherwise';
  const since = readAt.toISOString();
  const cause = `Its present state is unknown; last seen: ${stageTitle}, at ${lagosText(since)}. Look at the audit before you ${act}.`;
  const { waiting: _waiting, ...known } = snapshot;
  return { ...known, stageTitle: UNKNOWN_STATE, attention: { cause, since, actions: [] }, commands: [] };
}

type Seen = Pick<CaseSummary, 'kind' | 'snapshot'> & { readonly readAt: Date };

/** Says in the copy that a case's present state is unknown, until its next answer overwrites that. */
export async function markUnknown(
  pool: Pool,
  seen: Seen & { readonly reference: string },
  forRoles: readonly string[],
) {
  const told = asLastSeen(seen);
  if (told === seen.snapshot) return;
  await pool.query(
    `UPDATE case_summary SET snapshot = $3, stage_title = $3::jsonb ->> 'stageTitle', for_roles = $4,
       needs_person = true, waiting_for = 'OFFICER', changed_at = ${NOW}, revision = nextval('case_revision') WHERE kind = $1 AND reference = $2`,
    [seen.kind, seen.reference, JSON.stringify(told), forRoles],
  );
}

/** The index entry of each case when it was last read; the longest unread first. */
export async function readBefore(pool: Pool) {
  const { rows } = await pool.query<{ id: string; indexed: string; ended: boolean }>(
    'SELECT workflow_id AS id, indexed, ended FROM case_summary ORDER BY read_at',
  );
  return new Map(rows.map(({ id, ...read }) => [id, read]));
}

/** Empties the copy: the watcher reads all cases again, even in the middle of a turn. */
export async function emptySummaries(pool: Pool): Promise<void> {
  await pool.query(
    `WITH emptied AS (DELETE FROM case_summary)
     UPDATE case_watch SET complete_at = NULL, changes_to = NULL, holder = NULL WHERE name = 'cases'`,
  );
}
