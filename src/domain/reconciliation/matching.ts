import type { Difference, DifferenceCause } from './differences';
import { dutyOf } from '../money/duty';
import { grouped, isDebitOf, isPayment, type Ledger, type ReadLine } from './ledger';
import { type OwnMovement, debitOf, isCredit, outKobo, type StatementLine } from './statement';
import { takings, type Meaning } from './line-meaning';

/** Younger entries may lack their counterpart: Temporal's index and the bank's list show things late. */
export const SETTLE_SECONDS = 300;

/**
 * The verdict on an entry of either side. `duty`: a stamp duty with its credit. `fee`: a fee that names no
 * payout. `ownTransfer`: the other end of a payout between two of our accounts. `income`: money from others.
 */
export type Found = (typeof FOUND)[number];
const FOUND = ['matched', 'inFlight', 'difference', 'duty', 'fee', 'ownTransfer', 'income'] as const;

/** Every line counts in exactly one of the sums, by the amount that it takes out of the account, in kobo. */
export interface Reconciliation {
  readonly counts: Readonly<Record<Found, number>>;
  readonly sumsKobo: Readonly<Record<Found, number>>;
  readonly differences: readonly Difference[];
  /** The references of our movements that are not settled. */
  readonly unsettled: readonly string[];
}

/** Compares our movements with the statement of the account. */
export function reconcile(ledger: Ledger): Reconciliation {
  const { groups, unmatched } = grouped(ledger);
  const findings = [
    ...[...groups].map(([own, lines]) => findingOf(own, lines, ledger)),
    ...unmatched.map((line) => findingOfUnmatched(line, ledger)),
  ];
  const per = (measure: (finding: Finding) => number) =>
    Object.fromEntries(
      FOUND.map((found) => [found, sum(findings.filter((finding) => finding.found === found).map(measure))]),
    ) as Record<Found, number>;
  return {
    counts: per(() => 1),
    sumsKobo: per(({ lines }) => sumOutKobo(lines)),
    differences: findings.flatMap(({ difference }) => difference ?? []),
    unsettled: findings.flatMap(({ unsettled }) => unsettled ?? []),
  };
}

interface Finding {
  readonly found: Found;
  readonly lines: readonly StatementLine[];
  readonly difference?: Difference;
  readonly unsettled?: string;
}

function findingOf(own: OwnMovement, read: readonly ReadLine[], { settledBefore }: Ledger): Finding {
  const lines = read.map(({ line }) => line);
  const { reference, uniqueRef = lines[0]?.uniqueRef } = own;
  const inFlight = { found: 'inFlight', lines, unsettled: reference } as const;
  if (own.status === 'RUNNING') return inFlight;
  const agrees = own.status === 'SUCCESS' ? isPaidOnce(own, read) : isGivenBack(own, lines);
  if (agrees) return { found: 'matched', lines };
  const instants = [own.endedAt ?? '', ...lines.map(({ at }) => at)];
  if (instants.some((at) => at >= settledBefore)) return inFlight;
  const difference = {
    ...{ cause: causeOf(own, read), reference, uniqueRef, at: lines[0]?.at ?? own.endedAt },
    ...{ oursKobo: expectedKobo(own, read), theirsKobo: sumOutKobo(lines) },
  };
  return { found: 'difference', lines, difference };
}

/** The amount that a movement should take; unknown fees and stamp duties are taken from the statement. */
function expectedKobo(own: OwnMovement, read: readonly ReadLine[]): number {
  const isSecondAlone = isPaidAgain(own, read) && !read.some((line) => isDebitOf(own, line));
  if (own.status !== 'SUCCESS' || isSecondAlone) return 0;
  const { amountKobo, feeKobo = sumOf(read, 'fee') } = own;
  return amountKobo + feeKobo + Math.min(dutyOf(amountKobo), sumOf(read, 'duty'));
}

/** Fee and duty may stand inside the amount, or on a line of their own that names no payout or comes days later. */
function isPaidOnce(own: OwnMovement, read: readonly ReadLine[]): boolean {
  const lines = read.map(({ line }) => line);
  const feeKobo = own.feeKobo ?? sumOf(read, 'fee');
  // Only its own reference tells a fee from a stamp duty that is as high.
  const namedFees = read.filter(
    ({ line, meaning }) => meaning.kind === 'fee' && debitOf(line) !== line.uniqueRef,
  );
  const isTakenOnce =
    read.some(isPayment) &&
    !isPaidAgain(own, read) &&
    sumOf(namedFees, 'fee') <= feeKobo &&
    takings({ ...own, feeKobo }).includes(sumOutKobo(lines));
  return isTakenOnce && !isReturned(lines);
}

/**
 * Whether the money of a failed payment is back: by credits or, if the bank credits it under other words, by
 * the mark on the debit. The bank may have taken its fee and stamp duty under other words.
 */
function isGivenBack({ amountKobo, feeKobo = 0 }: OwnMovement, lines: readonly StatementLine[]): boolean {
  const debits = lines.filter((line) => !isCredit(line));
  const creditedKobo = -sumOutKobo(lines.filter(isCredit));
  const markedKobo = sumOutKobo(debits.filter(({ wasReversed }) => wasReversed));
  const keptKobo = sumOutKobo(debits) - Math.max(creditedKobo, markedKobo);
  const dutyKobo = dutyOf(amountKobo);
  return [0, feeKobo, dutyKobo, feeKobo + dutyKobo].includes(-keptKobo);
}

/** Whether the statement shows another payment than its own debit, which may be older than the lines read. */
function isPaidAgain(own: OwnMovement, read: readonly ReadLine[]): boolean {
  const payments = read.filter(isPayment);
  return payments.length > 1 || payments.some((line) => !isDebitOf(own, line));
}

function causeOf(own: OwnMovement, read: readonly ReadLine[]): DifferenceCause {
  const { status } = own;
  const lines = read.map(({ line }) => line);
  if (status === 'CANCELLED' || status === 'STOPPED') return 'NOT_SENT_BY_US';
  if (status === 'FAILED' || status === 'REVERSED')
    return sumOutKobo(lines) > 0 ? 'NOT_RETURNED' : 'OTHER_AMOUNT';
  if (lines.length === 0) return 'NOT_ON_STATEMENT';
  if (isReturned(lines)) return 'RETURNED';
  return isPaidAgain(own, read) ? 'PAID_TWICE' : 'OTHER_AMOUNT';
}

/** Verdicts on lines of others. */
const foundAs = {
  ownTransfer: 'ownTransfer',
  income: 'income',
  otherDuty: 'duty',
  otherFee: 'fee',
} as const satisfies Partial<Record<Meaning['kind'], Found>>;

function findingOfUnmatched({ line, meaning: { kind } }: ReadLine, { settledBefore }: Ledger): Finding {
  const lines = [line];
  if (kind in foundAs) return { found: foundAs[kind as keyof typeof foundAs], lines };
  if (line.at >= settledBefore) return { found: 'inFlight', lines };
  const cause = kind === 'dutyOfNothing' ? 'DUTY_WITHOUT_CREDIT' : 'UNKNOWN_DEBIT';
  // The description may hold anything, even a person's name, so the bank's own reference identifies the line.
  const { uniqueRef, at } = line;
  const difference = { cause, uniqueRef, at, oursKobo: 0, theirsKobo: outKobo(line) } as const;
  return { found: 'difference', lines, difference };
}

const isReturned = (lines: readonly StatementLine[]) =>
  lines.some((line) => isCredit(line) || line.wasReversed);
const sumOf = (read: readonly ReadLine[], kind: Meaning['kind']) =>
  sumOutKobo(read.filter(({ meaning }) => meaning.kind === kind).map(({ line }) => line));
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const sumOutKobo = (lines: readonly StatementLine[]) => sum(lines.map(outKobo));
