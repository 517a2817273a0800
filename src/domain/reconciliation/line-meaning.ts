import { PAYOUT_MINIMUM_KOBO } from '../../bank/contract/limits';
import { dutyOf } from '../money/duty';
import { type OwnMovement, debitOf, isCredit, subjectOfDuty, type StatementLine } from './statement';

/**
 * The meaning of a statement's line. Our reference, the bank's reference and the amount decide; words decide
 * only between a fee and a debit that is too small to be a payout.
 */
export type Meaning =
  /** The transfer itself, or its fee, or its stamp duty; `unknown`: the line carries our reference, and matches neither. */
  | { readonly kind: 'payment' | 'fee' | 'duty' | 'unknown'; readonly of: OwnMovement }
  /** Money of the payout that came back, in full or in part. */
  | { readonly kind: 'return'; readonly of: OwnMovement; readonly isWhole: boolean }
  /** The other end of a payout between two of our accounts. */
  | { readonly kind: 'ownTransfer'; readonly of: OwnMovement }
  /** Lines of others: incoming money, a fee or stamp duty without a subject, a debit we did not order. */
  | { readonly kind: 'income' | 'otherFee' | 'otherDuty' | 'dutyOfNothing' | 'otherDebit' };

/** The context in which an account's lines are read: our movements, and all lines. */
export class KnownMovements {
  private readonly byReference: ReadonlyMap<string, OwnMovement>;
  private readonly byUniqueRef: ReadonlyMap<string, OwnMovement>;
  private readonly shown: ReadonlyMap<string, StatementLine>;
  private readonly dutiesUnnamed: ReadonlySet<StatementLine>;

  constructor(
    private readonly account: string,
    ours: readonly OwnMovement[],
    lines: readonly StatementLine[],
  ) {
    this.byReference = new Map(ours.map((own) => [own.reference, own]));
    this.byUniqueRef = new Map(ours.flatMap((own) => (own.uniqueRef ? [[own.uniqueRef, own]] : [])));
    this.shown = new Map(lines.map((line) => [line.uniqueRef, line]));
    this.dutiesUnnamed = unnamedDuties(
      lines.filter((line) => !this.ownerOf(line)),
      lines,
    );
  }

  meaningOf(line: StatementLine): Meaning {
    const of = this.ownerOf(line);
    if (!of) return this.meaningOfOthers(line);
    if ((of.account ?? this.account) !== this.account) return { kind: 'ownTransfer', of };
    if (!isCredit(line)) return { kind: debitKind(line, of), of };
    return { kind: 'return', of, isWhole: line.amountKobo >= of.amountKobo };
  }

  /** Our movement that a line names: by the bank's reference, else by ours, best with a fitting amount. */
  private ownerOf(line: StatementLine): OwnMovement | undefined {
    const mentions = this.mentionsOf(line);
    const byBank = [debitOf(line), ...mentions].map((mention) => this.byUniqueRef.get(mention)).find(Boolean);
    if (byBank) return byBank;
    const named = mentions.flatMap((mention) => this.byReference.get(mention) ?? []);
    return named.find((own) => takings(own).includes(line.amountKobo)) ?? named[0];
  }

  /** The mentions of a line, and those of the line that it refers to. */
  mentionsOf(line: StatementLine): readonly string[] {
    const { mentions = [] } = line;
    const further = mentions.flatMap((mention) => {
      const other = this.shown.get(mention);
      return other === line ? [] : (other?.mentions ?? []);
    });
    return [...mentions, ...further];
  }

  private meaningOfOthers(line: StatementLine): Meaning {
    if (isCredit(line)) return { kind: 'income' };
    const subject = subjectOfDuty(line);
    if (subject !== undefined) return { kind: this.shown.has(subject) ? 'otherDuty' : 'dutyOfNothing' };
    if (this.dutiesUnnamed.has(line)) return { kind: 'otherDuty' };
    return { kind: isSmallFee(line) ? 'otherFee' : 'otherDebit' };
  }
}

/** A stamp duty without a subject belongs to the preceding transfer, if that is no older than this. */
const DUTY_WITHIN_MS = 36 * 3_600_000;
/** Lines this close together may stand in either order. */
const AT_ONCE_MS = 60_000;

/** Debits of others that are stamp duties of transfers without a duty that names them, one per transfer. */
function unnamedDuties(
  others: readonly StatementLine[],
  lines: readonly StatementLine[],
): ReadonlySet<StatementLine> {
  const dutyKobo = dutyOf(Number.MAX_SAFE_INTEGER);
  const oldestFirst = (one: StatementLine, other: StatementLine) => (one.at < other.at ? -1 : 1);
  const named = new Set(lines.map(subjectOfDuty));
  const waiting = lines
    .filter((line) => !isCredit(line) && dutyOf(line.amountKobo) > 0 && !named.has(line.uniqueRef))
    .sort(oldestFirst);
  const found = new Set<StatementLine>();
  const candidates = others
    .filter((line) => !isCredit(line) && line.amountKobo === dutyKobo && subjectOfDuty(line) === undefined)
    .sort(oldestFirst);
  for (const line of candidates) {
    const atMs = Date.parse(line.at);
    while (waiting[0] && Date.parse(waiting[0].at) < atMs - DUTY_WITHIN_MS) waiting.shift();
    if (!waiting[0] || Date.parse(waiting[0].at) > atMs + AT_ONCE_MS) continue;
    waiting.shift();
    found.add(line);
  }
  return found;
}

/** The kind of a debit under a movement's reference. */
function debitKind(line: StatementLine, own: OwnMovement): 'payment' | 'fee' | 'duty' | 'unknown' {
  const { amountKobo } = line;
  if (subjectOfDuty(line) !== undefined) return 'duty';
  if (debitOf(line) !== line.uniqueRef || amountKobo === own.feeKobo) return 'fee';
  if (amountKobo === dutyOf(own.amountKobo)) return 'duty';
  if (isSmallFee(line)) return 'fee';
  return line.uniqueRef === own.uniqueRef || takings(own).includes(amountKobo) ? 'payment' : 'unknown';
}

/** Whether a line is a fee by its reference or words, and smaller than any payout. */
const isSmallFee = (line: StatementLine) =>
  (line.namesFee === true || debitOf(line) !== line.uniqueRef) && line.amountKobo < PAYOUT_MINIMUM_KOBO;

/** The sums that a line may take for a movement: the amount with or without fee and duty, or one of these. */
export function takings({ amountKobo, feeKobo = 0 }: OwnMovement): readonly number[] {
  const dutyKobo = dutyOf(amountKobo);
  const sums = [0, feeKobo, dutyKobo, feeKobo + dutyKobo];
  return [...sums.map((beside) => amountKobo + beside), feeKobo, dutyKobo].filter((kobo) => kobo > 0);
}
