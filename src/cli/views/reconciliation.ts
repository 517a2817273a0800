import { differenceCauses, type DifferenceCause } from '../../domain/reconciliation/differences';
import { nairaText } from '../../domain/money/amounts';
import type { Found } from '../../domain/reconciliation/matching';
import type {
  AccountReport,
  ReconciliationReport,
  ReportedDifference,
} from '../../domain/reconciliation/report';
import { columns } from '../terminal';
import { momentText } from './times';

/** What can stand on a statement, in the order in which people are told. */
const foundNames: Readonly<Record<Found, string>> = {
  matched: 'matched',
  inFlight: 'in flight',
  difference: 'different',
  income: 'money from others',
  duty: 'stamp duties',
  fee: 'fees that name no payout',
  ownTransfer: 'between our accounts',
};

/** A reconciliation for people: totals of each account, each difference, and what to do about it. */
export function reconciliationText(report: ReconciliationReport): string {
  const { fromAt, toAt, accounts, matched, inFlight, unmatched, differenceKobo } = report;
  return [
    `What ended from ${momentText(fromAt)} to ${momentText(toAt)}`,
    ...accounts.map(accountText),
    ...advice(accounts.flatMap(({ differences }) => differences)),
    `${matched} matched, ${inFlight} in flight, ${unmatched} different, by ${nairaText(differenceKobo)} in all.`,
  ].join('\n\n');
}

function accountText({ account, counts, sumsKobo, differences }: AccountReport): string {
  const totals = (Object.keys(foundNames) as Found[])
    .filter((found) => counts[found] > 0)
    .map((found) => [foundNames[found], String(counts[found]), moved(sumsKobo[found])]);
  const unlisted = counts.difference - differences.length;
  return [
    `Account ${account}`,
    ...indented(columns([['', 'COUNT', 'IN ALL'], ...totals])),
    ...(differences.length === 0 ? [] : ['', ...indented(columns([HEAD, ...differences.map(line)]))]),
    ...(unlisted > 0 ? [`  and ${unlisted} more`] : []),
  ].join('\n');
}

const HEAD = ['DIFFERENCE', 'REFERENCE', "BANK'S REFERENCE", 'AT', 'OURS', 'THEIRS'];

const line = ({ cause, reference, uniqueRef, at, oursKobo, theirsKobo }: ReportedDifference) => [
  cause,
  reference ?? '',
  uniqueRef ?? '',
  at === undefined ? '' : momentText(at),
  moved(oursKobo),
  moved(theirsKobo),
];

/** Each kind of difference once, in plain words. */
function advice(differences: readonly ReportedDifference[]): string[] {
  const causes = [...new Set(differences.map(({ cause }): DifferenceCause => cause))].sort();
  return causes.map((cause) => {
    const { about, toDo } = differenceCauses[cause];
    return `${cause}: ${about}.\n  ${toDo}`;
  });
}

const moved = (outKobo: number) =>
  outKobo === 0 ? nairaText(0) : `${nairaText(Math.abs(outKobo))} ${outKobo > 0 ? 'out' : 'in'}`;

const indented = (lines: readonly string[]) => lines.map((text) => `  ${text}`.trimEnd());
