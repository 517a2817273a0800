import { nairaCell } from '../../domain/money/amounts';
import { lagosDayOf } from '../../domain/time/lagos-days';
import type { ListedCase } from '../../records/projection/list';

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
  'waitsFor',
  'since',
  'assignee',
  'branch',
  'customer',
  'batch',
] as const;

/** A case as a line of the file; unknown values are empty. */
export function caseLine(
  { snapshot, names, amountKobo, since, startedAt, disbursedAt, ...listed }: ListedCase,
  banks: ReadonlyMap<string, string>,
): Readonly<Record<(typeof CASE_COLUMNS)[number], string | undefined>> {
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
    waitsFor: attention?.cause ?? waiting?.about,
    since: dayOf(since),
  };
}

const cell = (kobo: unknown) => (typeof kobo === 'number' ? nairaCell(kobo) : undefined);
const dayOf = (at: Date) => lagosDayOf(at.getTime());
