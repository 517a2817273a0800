import type { Difference, DifferenceCause } from './differences';
import { grouped, type Books, type OwnMovement, type Stranger } from './books';
import { creditOfDuty, isCredit, isDebit, isFee, outKobo, type StatementLine } from './statement';

/**
 * What something on either side turned out to be. `duty`: a stamp duty with its credit. `ownTransfer`: the other end of
 * a payout between two of our accounts. `income`: money from others.
 */
export type Found = 'matched' | 'inFlight' | 'difference' | 'duty' | 'ownTransfer' | 'income';

/** Every line stands in exactly one of the sums, as what it takes out of the account, in kobo. */
export interface Reconciliation {
  readonly counts: Readonly<Record<Found, number>>;
  readonly sumsKobo: Readonly<Record<Found, number>>;
  readonly differences: readonly Difference[];
}

/** Compares what we know to have left an account with its statement. */
export function reconcile(books: Books): Reconciliation {
  const { groups, strangers } = grouped(books);
  const credits = new Set(books.lines.filter(isCredit).map(({ uniqueRef }) => uniqueRef));
  const findings = [
    ...[...groups].map(([own, lines]) => judge(own, lines, books)),
    ...strangers.map((stranger) => judgeStranger(stranger, credits, books)),
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

const FOUND: readonly Found[] = ['matched', 'inFlight', 'difference', 'duty', 'ownTransfer', 'income'];

interface Finding {
  readonly found: Found;
  readonly lines: readonly StatementLine[];
  readonly difference?: Difference;
}

function judge(own: OwnMovement, lines: readonly StatementLine[], { settledBefore }: Books): Finding {
  const oursKobo = expectedKobo(own, lines);
  const theirsKobo = sumOutKobo(lines);
  const agrees = oursKobo === theirsKobo && !(own.status === 'SUCCESS' && isGivenBack(lines));
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

function causeOf({ status }: OwnMovement, lines: readonly StatementLine[]): DifferenceCause {
  if (status === 'CANCELLED' || status === 'STOPPED') return 'NOT_SENT_BY_US';
  if (status === 'FAILED' || status === 'REVERSED')
    return sumOutKobo(lines) > 0 ? 'NOT_GIVEN_BACK' : 'OTHER_AMOUNT';
  if (lines.length === 0) return 'NOT_ON_STATEMENT';
  if (isGivenBack(lines)) return 'GIVEN_BACK';
  return lines.filter(isDebit).length > 1 ? 'PAID_TWICE' : 'OTHER_AMOUNT';
}

function judgeStranger(
  { line, owner }: Stranger,
  credits: ReadonlySet<string>,
  { settledBefore }: Books,
): Finding {
  const lines = [line];
  if (owner) return { found: 'ownTransfer', lines };
  if (isCredit(line)) return { found: 'income', lines };
  const credit = creditOfDuty(line);
  if (credit !== undefined && credits.has(credit)) return { found: 'duty', lines };
  if (line.at >= settledBefore) return { found: 'inFlight', lines };
  const cause = credit === undefined ? 'UNKNOWN_DEBIT' : 'DUTY_WITHOUT_CREDIT';
  const { uniqueRef, reference, at } = line;
  return different(lines, { cause, uniqueRef, reference, at, oursKobo: 0, theirsKobo: outKobo(line) });
}

type Told = { [K in keyof Difference]: Difference[K] | undefined } & Pick<
  Difference,
  'cause' | 'oursKobo' | 'theirsKobo'
>;

const different = (lines: readonly StatementLine[], told: Told): Finding => ({
  found: 'difference',
  lines,
  difference: Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined),
  ) as unknown as Difference,
});

const isGivenBack = (lines: readonly StatementLine[]) =>
  lines.some((line) => isCredit(line) || line.wasReversed);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const sumOutKobo = (lines: readonly StatementLine[]) => sum(lines.map(outKobo));
