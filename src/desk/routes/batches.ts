import { batchResults, meaningOf, resultsCsv } from '../../cases/batch-results';
import { startCase } from '../../cases/start';
import { kinds } from '../../domain/kinds';
import { snapshotOf } from '../../cases/snapshot';
import {
  countsOf,
  rowStatuses,
  rowsText,
  type RowResult,
  type RowStatus,
} from '../../domain/batch/validation-results';
import type { Handlers } from '../http/run-route';
import { sendCsv } from '../http/protection';
import { invalid } from '../http/problems';
import type { RouteContext } from '../route-context';
import { given } from '../views/case-row';
import { BATCH_COLUMNS, checkBatch, checkRows } from '../../domain/batch/input';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { BatchCheck, BatchProgress } from '../contract/starts';
import { paymentKey, repeats, totalsOf } from '../../domain/batch/rows';
import { readBatchCsv } from '../../input/batch-csv';
import type { Mistake } from '../contract/problem';
import { startedAs } from './starts';

/** Batches: checked, frozen, followed, and their results. */
export const batchHandlers = ({ client, clientOf }: RouteContext) =>
  ({
    checkBatch: ({ body: { csv } }) => checkCsv(csv).check,
    async startBatch({ body, person }) {
      const { csv, reference, sourceAccountNumber, allowDuplicates, purpose } = body;
      const { payouts, check } = checkCsv(csv);
      if (check.problems.length > 0) throw invalid(check.problems);
      const { batch, problems } = checkBatch({
        ...{ reference, payouts, createdBy: person.subject },
        source: { accountNumber: sourceAccountNumber },
        ...given({ allowDuplicates, purpose, branch: person.branch }),
      });
      if (!batch) throw invalid(problems.map((message) => ({ message })));
      return startedAs(await startCase(clientOf(person), kinds.batch, batch));
    },
    async batchProgress({ params: { reference } }) {
      return progressIn(reference, await snapshotOf(client, kinds.batch, reference));
    },
    async batchResults({ params: { reference } }) {
      const rows = await batchResults(client, reference);
      return { reference, rows: rows.map(shown), counts: countsOf(rows) };
    },
    async batchResultsCsv({ params: { reference }, reply }) {
      const rows = await batchResults(client, reference);
      return sendCsv(reply, `${reference}.csv`, resultsCsv(rows));
    },
  }) satisfies Partial<Handlers>;

const shown = (row: RowResult) => ({ ...row, about: meaningOf(row.status) ?? row.status });

/** Statuses in which a row is still to come to an end. */
const OPEN: readonly RowStatus[] = ['READY', 'STARTED'];

/** How far a batch is, from the facts that its case shows. */
function progressIn(
  reference: string,
  { stage, facts }: Pick<CaseSnapshot, 'stage' | 'facts'>,
): BatchProgress {
  const counted = (Object.keys(rowStatuses) as RowStatus[]).map((status): [RowStatus, number] => [
    status,
    Number(facts[factOf(status)] ?? 0),
  ]);
  const counts = Object.fromEntries(counted.filter(([, count]) => count > 0));
  const total = Number(facts.rows ?? 0) + Number(facts.excluded ?? 0);
  const done = counted
    .filter(([status]) => !OPEN.includes(status))
    .reduce((sum, [, count]) => sum + count, 0);
  return { reference, stage, counts, total, done };
}

/** `REFERENCE_USED` is shown as the fact `rowsReferenceUsed`. */
const factOf = (status: RowStatus) =>
  `rows${status
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase())}`;

/** What a CSV text comes to: everything that is wrong with it, and its rows as a batch takes them. */
export function checkCsv(csv: string): { readonly check: BatchCheck; readonly payouts: readonly unknown[] } {
  const table = readBatchCsv(new TextEncoder().encode(csv));
  const isTable = table.problems.length === 0 || table.rows.length > 0;
  const { rows, problems } = isTable ? checkRows(table.rows, table.where) : { rows: [], problems: [] };
  const again = [...repeats(rows, paymentKey).keys()];
  const check = {
    totals: totalsOf(rows),
    problems: [...table.problems, ...problems].map(placed),
    warnings: again.length > 0 ? [`${rowsText(again)}: beneficiary and amount of an earlier row`] : [],
    columns: [...BATCH_COLUMNS],
    rows: table.rows.map((row, index) => ({
      line: Number(LINE.exec(table.where(index + 1))?.[1] ?? 0),
      cells: row === undefined ? [] : BATCH_COLUMNS.map((column) => cellOf(row[column])),
    })),
  };
  return { check, payouts: table.rows };
}

const cellOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';

const LINE = /^line (\d+)/;

/** A problem in words with the line, the row and the column that it names. */
function placed(problem: string): Mistake {
  const [, line, row, rest = problem] = /^line (\d+)(?: \(row (\d+)\))?: (.*)$/s.exec(problem) ?? [];
  const column = BATCH_COLUMNS.find(
    (name) => rest === name || rest.startsWith(`${name} `) || rest.startsWith(`${name}:`),
  );
  return {
    message: rest,
    ...(line !== undefined && { line: Number(line) }),
    ...(row !== undefined && { row: Number(row) }),
    ...(column !== undefined && { column }),
  };
}
