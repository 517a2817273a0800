import { debitOf, isDebit, type StatementLine } from './statement';

/** Money that we know to have left an account, or to be about to leave it. */
export interface OwnMovement {
  readonly reference: string;
  /** RUNNING: not settled yet. STOPPED: ended from outside, so that no workflow follows it. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED' | 'RUNNING' | 'STOPPED';
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  /** The bank's own reference of the debit. */
  readonly uniqueRef?: string | undefined;
  /** The account it leaves; absent where only the statement tells. */
  readonly account?: string | undefined;
  /** Business time, ISO 8601. */
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
}

/** Both sides of one account: the movements that we know of, and the lines of its statement. */
export interface Ledger {
  readonly account: string;
  readonly ours: readonly OwnMovement[];
  readonly lines: readonly StatementLine[];
  /** What is younger and lacks its counterpart is in flight: both sides show things late. ISO 8601. */
  readonly settledBefore: string;
}

/** A line that belongs to no movement out of this account that we ordered. */
export interface UnmatchedLine {
  readonly line: StatementLine;
  /** A payout of ours from another account. */
  readonly owner?: OwnMovement | undefined;
}

/** The lines of each movement of ours, and the lines that belong to none. */
export interface GroupedLines {
  readonly groups: ReadonlyMap<OwnMovement, readonly StatementLine[]>;
  readonly unmatched: readonly UnmatchedLine[];
}

/** Brings each line to the movement of ours that it belongs to. */
export function grouped({ account, ours, lines }: Ledger): GroupedLines {
  const groups = new Map<OwnMovement, StatementLine[]>();
  for (const own of ours) if (own.account === account && own.status === 'SUCCESS') groups.set(own, []);
  const byReference = new Map(ours.map((own) => [own.reference, own]));
  const byUniqueRef = new Map(ours.map((own) => [own.uniqueRef, own]));
  const unmatched: UnmatchedLine[] = [];
  for (const line of lines) {
    const owner = byUniqueRef.get(debitOf(line)) ?? byReference.get(line.reference ?? '');
    if (owner && (owner.account ?? account) === account)
      groups.set(owner, [...(groups.get(owner) ?? []), line]);
    else unmatched.push({ line, owner });
  }
  return { groups, unmatched };
}

/** Our settled movements whose debit the statement does not show: the debit may stand further back. */
export function withoutDebit(ledger: Ledger): OwnMovement[] {
  const lacking = [...grouped(ledger).groups].filter(([, lines]) => !lines.some(isDebit));
  return lacking
    .map(([own]) => own)
    .filter(({ status, endedAt = '' }) => status !== 'RUNNING' && endedAt < ledger.settledBefore);
}

/** The lines of a period, and the lines outside of it that belong to one of our movements. */
export function linesBetween(ledger: Ledger, fromAt: string, toAt: string): StatementLine[] {
  const { groups, unmatched } = grouped(ledger);
  const within = unmatched.map(({ line }) => line).filter(({ at }) => at >= fromAt && at < toAt);
  return [...[...groups.values()].flat(), ...within];
}

/** References on lines that belong to none of our movements. */
export function unmatchedReferences(ledger: Ledger): string[] {
  const { unmatched } = grouped(ledger);
  const references = unmatched.filter(({ owner }) => !owner).flatMap(({ line }) => line.reference ?? []);
  return [...new Set(references)];
}
