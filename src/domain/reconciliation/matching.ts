import type { Difference, DifferenceCause } from './differences';
import { grouped, type Ledger, type OwnMovement, type UnmatchedLine } from './ledger';
import { creditOfDuty, isCredit, isDebit, isFee, outKobo, type StatementLine } from './statement';

/**
 * What something on either side turned out to be. `duty`: a stamp duty with its credit. `fee`: a fee that names no payout.
 * `ownTransfer`: the other end of a payout between two of our accounts. `income`: money from others.
 */
export type Found = 'matched' | 'inFlight' | 'difference' | 'duty' | 'fee' | 'ownTransfer' | 'income';

/** Every line stands in exactly one of the sums, as what it takes out of the account, in kobo. */
export interface Reconciliation {
  readonly counts: Readonly<Record<Found, number>>;
  readonly sumsKobo: Readonly<Record<Found, number>>;
  readonly differences: readonly Difference[];
}

/** Compares the movements that we know of with the statement of the account. */
export function reconcile(ledger: Ledger): Reconciliation {
  const { groups, unmatched } = grouped(ledger);
  const credits = new Set(ledger.lines.filter(isCredit).map(({ uniqueRef }) => uniqueRef));
  const findings = [
    ...[...groups].map(([own, lines]) => findingOf(own, lines, ledger)),
    ...unmatched.map((line) => findingOfUnmatched(line, credits, ledger)),
  ];
  const per = (measure: (finding: Finding) => number) =>
    Object.fromEntries(
      FOUND.map((found) => [found, sum(findings.filter((finding) => finding.found === found).map(measure))]),
    ) as Record<Found, number>;
  return {
    counts: per(() => 1),
    sumsKobo: per(({ lines }) => sumOutKobo(lines)),
    differences: findings.flatMap(({ difference }) => difference ?? []),
  };
}

const FOUND: readonly Found[] = ['matched', 'inFlight', 'difference', 'duty', 'fee', 'ownTransfer', 'income'];

interface Finding {
  readonly found: Found;
  readonly lines: readonly StatementLine[];
  readonly difference?: Difference;
}

function findingOf(own: OwnMovement, lines: readonly StatementLine[], { settledBefore }: Ledger): Finding {
  const oursKobo = expectedKobo(own, lines);
  const theirsKobo = sumOutKobo(lines);
  const agrees = own.status === 'SUCCESS' ? isPaidOnce(oursKobo, own, lines) : keptKobo(lines) === 0;
  if (own.status === 'RUNNING') return { found: 'inFlight', lines };
  if (agrees) return { found: 'matched', lines };
  const instants = [own.endedAt ?? '', ...lines.map(({ at }) => at)];
  if (instants.some((at) => at >= settledBefore)) return { found: 'inFlight', lines };
  const { reference, uniqueRef = lines[0]?.uniqueRef } = own;
  const cause = causeOf(own, lines);
  return different(lines, {
    cause,
    reference,
    uniqueRef,
    at: lines[0]?.at ?? own.endedAt,
    oursKobo,
    theirsKobo,
  });
}

/** A fee that we do not know is taken as the statement has it. */
function expectedKobo({ status, amountKobo, feeKobo }: OwnMovement, lines: readonly StatementLine[]): number {
  if (status !== 'SUCCESS') return 0;
  return amountKobo + (feeKobo ?? sumOutKobo(lines.filter(isFee)));
}

/** The fee may stand elsewhere: on a line that names no payout, on a later day, or inside the amount. */
function isPaidOnce(oursKobo: number, { amountKobo }: OwnMovement, lines: readonly StatementLine[]): boolean {
  const theirsKobo = sumOutKobo(lines);
  const isFeeElsewhere = !lines.some(isFee) && theirsKobo === amountKobo;
  return !isReturned(lines) && (theirsKobo === oursKobo || isFeeElsewhere);
}

/**
 * What remains taken of a payment that did not go through. It came back by credits or, where the bank credits it under
 * other words, by its own mark on the debit.
 */
function keptKobo(lines: readonly StatementLine[]): number {
  const debits = lines.filter((line) => !isCredit(line));
  const creditedKobo = -sumOutKobo(lines.filter(isCredit));
  const markedKobo = sumOutKobo(debits.filter(({ wasReversed }) => wasReversed));
  return sumOutKobo(debits) - Math.max(creditedKobo, markedKobo);
}

function causeOf({ status }: OwnMovement, lines: readonly StatementLine[]): DifferenceCause {
  if (status === 'CANCELLED' || status === 'STOPPED') return 'NOT_SENT_BY_US';
  if (status === 'FAILED' || status === 'REVERSED')
    return sumOutKobo(lines) > 0 ? 'NOT_RETURNED' : 'OTHER_AMOUNT';
  if (lines.length === 0) return 'NOT_ON_STATEMENT';
  if (isReturned(lines)) return 'RETURNED';
  return lines.filter(isDebit).length > 1 ? 'PAID_TWICE' : 'OTHER_AMOUNT';
}

function findingOfUnmatched(
  { line, owner }: UnmatchedLine,
  credits: ReadonlySet<string>,
  { settledBefore }: Ledger,
): Finding {
  const lines = [line];
  if (owner) return { found: 'ownTransfer', lines };
  if (isCredit(line)) return { found: 'income', lines };
  const credit = creditOfDuty(line);
  if (credit !== undefined && credits.has(credit)) return { found: 'duty', lines };
  if (credit === undefined && isFee(line)) return { found: 'fee', lines };
  if (line.at >= settledBefore) return { found: 'inFlight', lines };
  const cause = credit === undefined ? 'UNKNOWN_DEBIT' : 'DUTY_WITHOUT_CREDIT';
  // Its words may be anything, the name of a person too: the bank's own reference tells it.
  const { uniqueRef, at } = line;
  return different(lines, { cause, uniqueRef, at, oursKobo: 0, theirsKobo: outKobo(line) });
}

/** A difference whose details may be unknown. */
type Disagreement = Omit<Difference, 'reference' | 'uniqueRef' | 'at'> & {
  readonly reference?: string | undefined;
  readonly uniqueRef?: string | undefined;
  readonly at?: string | undefined;
};

const different = (
  lines: readonly StatementLine[],
  { reference, uniqueRef, at, ...amounts }: Disagreement,
): Finding => ({
  found: 'difference',
  lines,
  difference: {
    ...amounts,
    ...(reference !== undefined && { reference }),
    ...(uniqueRef !== undefined && { uniqueRef }),
    ...(at !== undefined && { at }),
  },
});

const isReturned = (lines: readonly StatementLine[]) =>
  lines.some((line) => isCredit(line) || line.wasReversed);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const sumOutKobo = (lines: readonly StatementLine[]) => sum(lines.map(outKobo));
