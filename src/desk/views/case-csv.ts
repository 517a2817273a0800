import { nairaCell } from '../../domain/money/amounts';
import { lagosDayOf, withLagosTimes } from '../../domain/time/lagos-days';
import type { ListedCase } from '../../records/projection/list';
import { repaymentRowOf } from './repayments';

/** The columns of a list of cases: amounts are naira, days Lagos days. */
export const CASE_COLUMNS = [
  'kind',
  'reference',
  'stage',
  'name',
  'amount',
  'fee',
  'stampDuty',
  'bank',
  'accountEndsWith',
  'bankReference',
  'started',
  'ended',
  'disbursed',
  'disbursedAmount',
  'offeredAmount',
  'feeAndInterest',
  'instalments',
  'instalmentsPaid',
  'repaid',
  'outstanding',
  'overdue',
  'nextDue',
  'waitsFor',
  'since',
  'assignee',
  'branch',
  'customer',
  'batch',
] as const;

/** A case as a line of the file; unknown values are empty. */
export function caseLine(
  one: ListedCase,
  banks: ReadonlyMap<string, string>,
): Readonly<Partial<Record<(typeof CASE_COLUMNS)[number], string | undefined>>> {
  const { snapshot, names, amountKobo, since, startedAt, disbursedAt, ...listed } = one;
  const { facts, attention, waiting, ended, assignee, stageTitle } = snapshot;
  const { kind, reference, branch, customer, batch } = listed;
  return {
    ...{ kind, reference, branch, customer, batch, assignee },
    stage: stageTitle,
    name: names.name,
    accountEndsWith: names.accountEndsWith,
    amount: cell(amountKobo),
    fee: cell(facts.feeKobo),
    stampDuty: cell(facts.dutyKobo),
    bank: typeof facts.bankCode === 'string' ? (banks.get(facts.bankCode) ?? facts.bankCode) : undefined,
    bankReference: typeof facts.uniqueRef === 'string' ? facts.uniqueRef : undefined,
    started: dayOf(startedAt),
    ended: ended ? dayOf(since) : undefined,
    disbursed: disbursedAt && dayOf(disbursedAt),
    disbursedAmount: disbursedAt && cell(facts.disbursedKobo),
    ...(kind === 'loan' && loanCells(one)),
    waitsFor: withLagosTimes(attention?.cause ?? waiting?.about ?? ''),
    since: dayOf(since),
  };
}

/** The figures of a loan: of its offer, and of its repayment once it is disbursed. */
function loanCells(loan: ListedCase) {
  const { facts } = loan.snapshot;
  const { disbursedKobo, repaidKobo, outstandingKobo } = facts;
  const isRepaying = typeof repaidKobo === 'number' && typeof outstandingKobo === 'number';
  const cost =
    isRepaying && typeof disbursedKobo === 'number'
      ? repaidKobo + outstandingKobo - disbursedKobo
      : facts.offerFeeAndInterestKobo;
  return {
    offeredAmount: cell(facts.offerAmountKobo ?? disbursedKobo),
    feeAndInterest: cell(cost),
    instalments: textOf(facts.instalments),
    instalmentsPaid: textOf(facts.instalmentsPaid),
    repaid: cell(repaidKobo),
    outstanding: cell(outstandingKobo),
    overdue: loan.unpaid && cell(repaymentRowOf(loan, Date.now()).overdueKobo),
    nextDue: textOf(facts.nextDueOn),
  };
}

const textOf = (fact: unknown) =>
  typeof fact === 'number' || typeof fact === 'string' ? String(fact) : undefined;
const cell = (kobo: unknown) => (typeof kobo === 'number' && kobo >= 0 ? nairaCell(kobo) : undefined);
const dayOf = (at: Date) => lagosDayOf(at.getTime());
