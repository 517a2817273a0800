import type { Client } from '@temporalio/client';
import { startedInput } from '../../cases/started-input';
import { caseId } from '../../domain/wire/workflow-ids';
import { batchPayees, batchResults, meaningOf, RESULT_COLUMNS } from '../../cases/batch-results';
import { kinds } from '../../domain/kinds';
import { snapshotOf } from '../../cases/snapshot';
import {
  countsOf,
  factOf,
  rowStatuses,
  type RowResult,
  type RowStatus,
} from '../../domain/batch/validation-results';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import { invalid, ProblemError } from '../http/problems';
import { bankMistake } from '../banks';
import { digestContentsOf } from '../../cases/digest-contents';
import type { Person } from '../login/roles';
import type { RouteContext } from '../route-context';
import { given } from '../views/case-row';
import { checkBatch, checkRows, placeIn } from '../../domain/batch/input';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { BatchCheck, BatchPayees, BatchProgress } from '../contract/starts';
import { beneficiaryKey, totalsOf, type BatchRow } from '../../domain/batch/rows';
import { readBatchCsv, type CsvTable } from '../../input/batch-csv';
import type { Mistake } from '../contract/problem';
import { PAYEE_COLUMNS, payeeLine, payeesDiffer, payeesOf } from '../views/payees';
import { begin } from './starts';

export const batchHandlers = (parts: RouteContext) => {
  const { client, clientOf, banks, payingAccounts } = parts;
  return {
    async checkBatch({ body: { csv } }) {
      return checkCsv(csv, await banks.names()).check;
    },
    async startBatch({ body, person }) {
      const { csv, reference, sourceAccountNumber, allowDuplicates, purpose } = body;
      const { payouts, check } = checkCsv(csv, await banks.names());
      if (check.problems.length > 0) throw invalid(check.problems);
      const { batch, problems } = checkBatch({
        ...{ reference, payouts, createdBy: person.subject },
        source: { accountNumber: sourceAccountNumber },
        ...given({ allowDuplicates, purpose, branch: person.branch }),
      });
      await payingAccounts.requireOurs('sourceAccountNumber', sourceAccountNumber, person.subject);
      if (!batch) throw invalid(problems.map((message) => ({ message })));
      return begin(clientOf(person), kinds.batch, batch);
    },
    async batchProgress({ params: { reference } }) {
      return progressIn(reference, await snapshotOf(client, kinds.batch, reference));
    },
    async batchResults({ params: { reference } }) {
      const rows = (await batchResults(client, reference)).map(shown);
      const isLeftOut = ({ status }: ShownRow) => status === 'EXCLUDED';
      const names = rows.some(isLeftOut) ? await givenNames(client, reference) : [];
      const named = rows.map((row) => (isLeftOut(row) ? { ...row, name: names[row.row - 1] } : row));
      return { reference, rows: named, counts: countsOf(rows) };
    },
    batchPayees: ({ params: { reference }, person }) => payeesIn(parts, reference, person),
    async batchPayeesCsv({ params: { reference }, person, reply }) {
      const { rows, whyNone } = await payeesIn(parts, reference, person);
      if (whyNone !== undefined) throw new ProblemError('refused', whyNone);
      return sendTable(reply, `${reference}-payees.csv`, rows.map(payeeLine), PAYEE_COLUMNS);
    },
    async batchResultsCsv({ params: { reference }, reply }) {
      const rows = await batchResults(client, reference);
      return sendTable(reply, `${reference}.csv`, rows, RESULT_COLUMNS);
    },
  } satisfies Partial<Handlers>;
};

/** The shown status of a row that waits for a person's decision, unlike those that are ready. */
const QUESTION = 'QUESTION';
type ShownRow = Omit<RowResult, 'status'> & { status: RowStatus | typeof QUESTION; about: string };

function shown(row: RowResult): ShownRow {
  const isInQuestion = row.status === 'READY' && row.reason !== undefined;
  if (isInQuestion) return { ...row, status: QUESTION, about: 'a person has to decide' };
  return { ...row, about: meaningOf(row.status) ?? row.status };
}

/** The names that a batch's file gives, in the order of its rows: the payees lack what was left out. */
async function givenNames(client: Client, reference: string): Promise<readonly string[]> {
  const { payouts } = (await startedInput(client, caseId('batch', reference))) as {
    payouts: readonly BatchRow[];
  };
  return payouts.map(({ accountName }) => accountName);
}

/** The payees of a batch. While it waits for approval, only the rows that its digest covers are shown. */
async function payeesIn(
  { client, copy, banks }: RouteContext,
  reference: string,
  person: Person,
): Promise<BatchPayees> {
  const { workflowId, approval } = await snapshotOf(client, kinds.batch, reference);
  const rows = await batchPayees(client, workflowId);
  if (approval) {
    const contents = await digestContentsOf(client, { workflowId, approval });
    const whyNone = payeesDiffer(contents.get(approval.digest), rows);
    if (whyNone !== undefined) return { reference, whyNone, rows: [] };
  }
  const payments = rows.map((row) => ({ ...row, beneficiary: row }));
  const [paidBefore, alike, names] = await Promise.all([
    copy.paidBefore([...new Set(rows.map(beneficiaryKey))], reference),
    copy.alike(payments, reference),
    banks.names(),
  ]);
  const shown = payeesOf(rows, { person, banks: names, paidBefore, alike });
  return { reference, rows: shown, ...(approval && { digest: approval.digest }) };
}

/** The progress of a batch by the facts of its case, which leave out rows whose chunk has not begun. */
export function progressIn(
  reference: string,
  { stage, facts, ended }: Pick<CaseSnapshot, 'stage' | 'facts' | 'ended'>,
): BatchProgress {
  const of = (fact: string) => Number(facts[fact] ?? 0);
  const [rows, excluded] = [of('rows'), of('excluded')];
  const told = Object.keys(rowStatuses).map((status) => [status, of(factOf(status))]);
  const all = { ...(Object.fromEntries(told) as Record<RowStatus, number>), READY: 0 };
  const begun = Object.values(all).reduce((sum, count) => sum + count, 0);
  all.EXCLUDED += excluded;
  // Rows that never began count as cancelled once the batch has ended.
  all[ended ? 'CANCELLED' : 'READY'] += rows - begun;
  const counts = Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
  const total = rows + excluded;
  return { reference, stage, counts, total, done: total - all.READY - all.STARTED };
}

/** Checks a CSV text. @returns all its problems, and its valid rows */
export function checkCsv(
  csv: string,
  banks: ReadonlyMap<string, string> = new Map(),
): { readonly check: BatchCheck; readonly payouts: readonly BatchRow[] } {
  const table = readBatchCsv(new TextEncoder().encode(csv));
  const { rows, problems, warnings, repeated } = checkRows(table.rows, table);
  const wrongBank = wrongBankIn(banks);
  const wrongBanks = table.rows.flatMap((row, index) => {
    const mistake = wrongBank(row);
    return mistake === undefined ? [] : [`${placeIn(table.lines)(index + 1)}: ${mistake}`];
  });
  const wrong = table.isTable ? [...problems, ...wrongBanks] : [];
  const check = {
    totals: totalsOf(rows.filter((row) => wrongBank(row) === undefined)),
    problems: [...table.problems, ...wrong].map(placed(table)),
    warnings: [...warnings],
    repeated: repeated.map((row) => table.lines[row - 1] ?? 0),
    columns: [...table.columns],
    rows: table.cells.map((cells, index) => ({ line: table.lines[index] ?? 0, cells: [...cells] })),
  };
  return { check, payouts: rows };
}

/** Tells of a row that its bank code is unknown, or its name another bank's; nothing while there is no list of banks. */
function wrongBankIn(banks: ReadonlyMap<string, string>) {
  const names = new Set([...banks.values()].map(plain));
  return (row: CsvTable['rows'][number] | BatchRow): string | undefined => {
    const code = String(row?.bankCode);
    const name = plain(String(row?.bankName));
    return banks.has(code) && names.has(name) && name !== plain(banks.get(code) ?? '')
      ? `bankName must be the bank of the code: by the bank's list ${code} is ${banks.get(code)}`
      : bankMistake('bankCode', row?.bankCode, banks);
  };
}

const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Splits a problem's text into message, line, row and the file's column. */
const placed =
  ({ columns }: CsvTable) =>
  (problem: string): Mistake => {
    const [, line, row, rest = problem] = /^line (\d+)(?: \(row (\d+)\))?: (.*)$/s.exec(problem) ?? [];
    const column = columns.find(
      (name) => rest === name || rest.startsWith(`${name} `) || rest.startsWith(`${name}:`),
    );
    return {
      message: rest,
      ...(line !== undefined && { line: Number(line) }),
      ...(row !== undefined && { row: Number(row) }),
      ...(column !== undefined && { column }),
    };
  };
