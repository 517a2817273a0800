import { debitOf, isDebit, type StatementLine } from './statement';

/** Money that we know to have moved out of an account, or to be about to. */
export interface OwnMovement {
  readonly reference: string;
  /** RUNNING: not settled yet. STOPPED: ended from outside, so that nobody follows it. */
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED' | 'RUNNING' | 'STOPPED';
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  readonly uniqueRef?: string | undefined;
  /** The account it leaves; nothing where only the statement tells. */
  readonly account?: string | undefined;
  /** Business time, ISO 8601. */
  readonly endedAt?: string | undefined;
}

/** What is compared. */
export interface Books {
  readonly account: string;
  readonly ours: readonly OwnMovement[];
  readonly lines: readonly StatementLine[];
  /** What is younger and lacks its counterpart is in flight: both sides show things late. ISO 8601. */
  readonly settledBefore: string;
}

/** A line that belongs to nothing that left this account by our order. */
export interface Stranger {
  readonly line: StatementLine;
  /** A payout of ours from another account. */
  readonly owner?: OwnMovement | undefined;
}

/** Brings each line to the movement of ours that it belongs to; what remains are strangers. */
export function grouped({ account, ours, lines }: Books) {
  const groups = new Map<OwnMovement, StatementLine[]>();
  for (const own of ours) if (own.account === account && own.status === 'SUCCESS') groups.set(own, []);
  const byReference = new Map(ours.map((own) => [own.reference, own]));
  const byUniqueRef = new Map(ours.map((own) => [own.uniqueRef, own]));
  const strangers: Stranger[] = [];
  for (const line of lines) {
    const owner = byUniqueRef.get(debitOf(line)) ?? byReference.get(line.reference ?? '');
    if (owner && (owner.account ?? account) === account)
      groups.set(owner, [...(groups.get(owner) ?? []), line]);
    else strangers.push({ line, owner });
  }
  return { groups, strangers };
}

/** Those of our settled movements whose debit the statement should show and does not: it may stand further back. */
export function withoutDebit(books: Books): OwnMovement[] {
  const lacking = [...grouped(books).groups].filter(([, lines]) => !lines.some(isDebit));
  return lacking
    .map(([own]) => own)
    .filter(({ status, endedAt = '' }) => status !== 'RUNNING' && endedAt < books.settledBefore);
}

/** The lines of a period, and those outside of it that belong to one of our movements. */
export function linesBetween(books: Books, fromAt: string, toAt: string): StatementLine[] {
  const { groups, strangers } = grouped(books);
  const within = strangers.map(({ line }) => line).filter(({ at }) => at >= fromAt && at < toAt);
  return [...[...groups.values()].flat(), ...within];
}

/** References on lines that belong to none of our movements. */
export function strangeReferences(books: Books): string[] {
  const { strangers } = grouped(books);
  const references = strangers.filter(({ owner }) => !owner).flatMap(({ line }) => line.reference ?? []);
  return [...new Set(references)];
}
