import { nairaCell } from '../../domain/money/amounts';
import { lagosDayOf, withLagosTimes } from '../../domain/time/lagos-days';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { ListedCase } from '../../records/projection/list';
import { repaymentRowOf } from './repayments';

type Cell = (one: ListedCase, banks: ReadonlyMap<string, string>) => string | undefined;

/** The figures of a loan: of its offer, and of its repayment once it is disbursed. */
const ofLoan =
  (cellOf: (facts: CaseSnapshot['facts'], loan: ListedCase) => string | undefined): Cell =>
  (one) =>
    one.kind === 'loan' ? cellOf(one.snapshot.facts, one) : undefined;

/** The columns of a list of cases: amounts are naira, days Lagos days. */
const CELLS = {
  kind: ({ kind }) => kind,
  reference: ({ reference }) => reference,
  stage: ({ snapshot }) => snapshot.stageTitle,
  name: ({ names }) => names.name,
  amount: ({ amountKobo }) => cell(amountKobo),
  fee: ({ snapshot }) => cell(snapshot.facts.feeKobo),
  stampDuty: ({ snapshot }) => cell(snapshot.facts.dutyKobo),
  bank({ snapshot: { facts } }, banks) {
    return typeof facts.bankCode === 'string' ? (banks.get(facts.bankCode) ?? facts.bankCode) : undefined;
  },
  accountEndsWith: ({ names }) => names.accountEndsWith,
  bankReference: ({ snapshot }) => textOf(snapshot.facts.uniqueRef),
  started: ({ startedAt }) => dayOf(startedAt),
  ended: ({ snapshot, since }) => (snapshot.ended ? dayOf(since) : undefined),
  disbursed: ({ disbursedAt }) => disbursedAt && dayOf(disbursedAt),
  disbursedAmount: ({ disbursedAt, snapshot }) => disbursedAt && cell(snapshot.facts.disbursedKobo),
  offeredAmount: ofLoan(({ offerAmountKobo, disbursedKobo }) => cell(offerAmountKobo ?? disbursedKobo)),
  feeAndInterest: ofLoan((facts) => cell(costOf(facts))),
  instalments: ofLoan(({ instalments }) => textOf(instalments)),
  instalmentsPaid: ofLoan(({ instalmentsPaid }) => textOf(instalmentsPaid)),
  repaid: ofLoan(({ repaidKobo }) => cell(repaidKobo)),
  outstanding: ofLoan(({ outstandingKobo }) => cell(outstandingKobo)),
  overdue: ofLoan((_, loan) => loan.unpaid && cell(repaymentRowOf(loan, Date.now()).overdueKobo)),
  nextDue: ofLoan(({ nextDueOn }) => textOf(nextDueOn)),
  waitsFor: ({ snapshot }) => withLagosTimes(snapshot.attention?.cause ?? snapshot.waiting?.about ?? ''),
  since: ({ since }) => dayOf(since),
  assignee: ({ snapshot }) => snapshot.assignee,
  branch: ({ branch }) => branch,
  customer: ({ customer }) => customer,
  batch: ({ batch }) => batch,
} satisfies Readonly<Record<string, Cell>>;

export const CASE_COLUMNS = Object.keys(CELLS);

/** A case as a line of the file; unknown values are empty. */
export const caseLine = (one: ListedCase, banks: ReadonlyMap<string, string>) =>
  Object.fromEntries(Object.entries<Cell>(CELLS).map(([name, cellOf]) => [name, cellOf(one, banks)]));

function costOf(facts: CaseSnapshot['facts']) {
  const { disbursedKobo: lent, repaidKobo: repaid, outstandingKobo: owed } = facts;
  const isRepaying = typeof lent === 'number' && typeof repaid === 'number' && typeof owed === 'number';
  return isRepaying ? repaid + owed - lent : facts.offerFeeAndInterestKobo;
}

const textOf = (fact: unknown) =>
  typeof fact === 'number' || typeof fact === 'string' ? String(fact) : undefined;
const cell = (kobo: unknown) => (typeof kobo === 'number' && kobo >= 0 ? nairaCell(kobo) : undefined);
const dayOf = (at: Date) => lagosDayOf(at.getTime());
