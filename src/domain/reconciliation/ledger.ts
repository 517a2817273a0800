import { KnownMovements, type Meaning } from './line-meaning';
import { type OwnMovement, isCredit, type StatementLine, evidenceOf } from './statement';
import type { ReturnedMoney } from '../payout/returned-money';
import type { Period } from './report';

/** Both sides of one account: our known movements, and the lines of its statement. */
export interface Ledger {
  readonly account: string;
  readonly ours: readonly OwnMovement[];
  /** Lines of the period, and older ones. */
  readonly lines: readonly StatementLine[];
  /** Lines of others count only within it; if missing, all count. */
  readonly period?: Period | undefined;
  /** A younger entry without a counterpart is in flight, since both sides show entries late. ISO 8601. */
  readonly settledBefore: string;
}

export interface ReadLine {
  readonly line: StatementLine;
  readonly meaning: Meaning;
}

/** Takes the amount of a flush that a person's evidence ended from its debit: the bank never told it. */
function withAmount(own: OwnMovement, lines: readonly StatementLine[]): OwnMovement {
  if (own.status !== 'SUCCESS' || own.amountKobo > 0) return own;
  const debits = lines.filter((line) => !isCredit(line) && line.mentions?.includes(own.reference));
  return { ...own, amountKobo: Math.max(0, ...debits.map(({ amountKobo }) => amountKobo)) };
}

/** The lines of each of our movements, and the lines of the period that belong to none. */
export function grouped({ account, ours: told, lines, period }: Ledger) {
  const ours = told.map((own) => withAmount(own, lines));
  const groups = new Map<OwnMovement, ReadLine[]>();
  const isCompared = (at = '') => !period || (at >= period.fromAt && at < period.toAt);
  // A line may mention a payout of another period without belonging to it.
  for (const own of ours)
    if (own.account === account && own.status === 'SUCCESS' && isCompared(own.endedAt)) groups.set(own, []);
  const known = new KnownMovements(account, ours, lines);
  const unmatched: ReadLine[] = [];
  for (const line of lines) {
    const meaning = known.meaningOf(line);
    if ('of' in meaning && meaning.kind !== 'ownTransfer')
      groups.set(meaning.of, [...(groups.get(meaning.of) ?? []), { line, meaning }]);
    else if (isCompared(line.at)) unmatched.push({ line, meaning });
  }
  return { groups, unmatched };
}

/** Whether a line of ours is the debit itself. */
export const isPayment = ({ meaning }: ReadLine): boolean =>
  meaning.kind === 'payment' || meaning.kind === 'unknown';

/** Whether a line is the movement's own debit; the bank's reference tells it from a second one. */
export const isDebitOf = ({ uniqueRef }: OwnMovement, read: ReadLine): boolean =>
  isPayment(read) && (!uniqueRef || read.line.uniqueRef === uniqueRef);

/** Our settled movements without a debit among the lines: it may be on an older line. */
export function withoutDebit(ledger: Ledger): OwnMovement[] {
  const lacking = [...grouped(ledger).groups].filter(
    ([own, lines]) => !lines.some((line) => isDebitOf(own, line)),
  );
  return lacking
    .map(([own]) => own)
    .filter(({ status, endedAt = '' }) => status !== 'RUNNING' && endedAt < ledger.settledBefore);
}

/** Possible references of ours on lines of the period that belong to none of our movements. */
export function unmatchedMentions(ledger: Ledger): string[] {
  const known = new KnownMovements(ledger.account, ledger.ours, ledger.lines);
  const { unmatched } = grouped(ledger);
  const others = unmatched.filter(({ meaning }) => !('of' in meaning));
  return [...new Set(others.flatMap(({ line }) => known.mentionsOf(line)))];
}

/** Returned money of one payout, with every reference that may be the payout's. */
export interface Return {
  readonly references: readonly string[];
  readonly evidence: readonly ReturnedMoney[];
}

/**
 * The returns that an account's statement shows: credits of our payouts, and debits of any age that the bank
 * has marked since. The ledger does not know whether such an older payout had ended as paid.
 */
export function returnsIn(ledger: Ledger): Return[] {
  const { groups } = grouped(ledger);
  const seen = new Set([...groups.values()].flat().map(({ line }) => line));
  const others = ledger.lines.filter((line) => !seen.has(line) && line.wasReversed && !isCredit(line));
  return [
    ...[...groups]
      .filter(([{ status }]) => status === 'SUCCESS' || status === 'RUNNING')
      .map(([own, lines]) => ({
        references: [own.reference],
        evidence: lines.flatMap(({ line }) => evidenceOf(line, ledger.account)),
      })),
    ...others.map((line) => returnOn(line, ledger.account)),
  ].filter(({ evidence }) => evidence.length > 0);
}

/** What one line of an account's statement says of returned money, whatever payout it may mention. */
export const returnOn = (line: StatementLine, account: string): Return => ({
  references: line.mentions ?? [],
  evidence: evidenceOf(line, account),
});
