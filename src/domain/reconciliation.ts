import type { Difference, DifferenceCause } from './differences';
import { creditOfDuty, debitOf, outKobo, type StatementLine } from './statement';

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

/** Those of our movements whose debit the statement should show and does not: it may stand before its beginning. */
export function withoutDebit(books: Books): OwnMovement[] {
  const lacking = [...grouped(books).groups].filter(([, lines]) => !lines.some(isDebit));
  return lacking.map(([own]) => own).filter(({ status }) => status !== 'RUNNING');
}

const FOUND: readonly Found[] = ['matched', 'inFlight', 'difference', 'duty', 'ownTransfer', 'income'];

interface Finding {
  readonly found: Found;
  readonly lines: readonly StatementLine[];
  readonly difference?: Difference;
}

interface Stranger {
  readonly line: StatementLine;
  /** A payout of ours from another account. */
  readonly owner?: OwnMovement | undefined;
}

/** Brings each line to the movement of ours that it belongs to; what remains are strangers. */
function grouped({ account, ours, lines }: Books) {
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

const isCredit = ({ direction }: StatementLine) => direction === 'CREDIT';
const isFee = (line: StatementLine) => !isCredit(line) && debitOf(line) !== line.uniqueRef;
const isDebit = (line: StatementLine) => !isCredit(line) && !isFee(line);
const isGivenBack = (lines: readonly StatementLine[]) =>
  lines.some((line) => isCredit(line) || line.wasReversed);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const sumOutKobo = (lines: readonly StatementLine[]) => sum(lines.map(outKobo));
