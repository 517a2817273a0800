import type { Client } from '@temporalio/client';
import { folderStore } from '../src/activities/documents/store';
import { inspect } from '../stack/inspected-document';
import { caseId } from '../src/domain/wire/workflow-ids';
import { readLoanFile } from '../src/cli/files/input-file';
import { startCase } from '../src/cases/start';
import { inTestEnvironment, type TestEnvironment } from './test-environment';
import { playBorrowers } from './borrowers';
import { percentile, rounded, atMost, log, type Report, type Row } from './report';
import { refusals } from './budget/windows';
import { kinds } from '../src/domain/kinds';
import type { CheckedLoan } from '../src/domain/loan/input';

/** A window lasts 9 s instead of 900: 200 loans need some fifty of them. */
const COMPRESSION = 100;
const SETTINGS = { rate: COMPRESSION, limit: 100, windowSeconds: 900 / COMPRESSION, seed: 'bench' };
/** The provider's staff are quick when we are in a hurry. */
const QUICK = { durations: { staffReview: 600, disbursement: 1_800 } };
/** Calls that a loan with five documents cannot do without. */
const LEAST_CALLS = 22;
const TELL_EVERY_MS = 30_000;
/** What the repayment asks after the disbursement, and no loan before it. */
const OF_REPAYMENT = ['getRepaymentSchedule', 'getActiveLoan'];

/** Loans side by side from their start to the disbursement, against the rate limit. */
export const measureLoans = (quick: boolean): Promise<Report> =>
  inTestEnvironment({ ...SETTINGS, ...(quick && QUICK) }, async (environment) => {
    const loans = await manyLoans(quick ? 20 : 200);
    const stop = playBorrowers(environment);
    const startedMs = performance.now();
    await withProgress(environment, loans, (loan) => carryOut(environment, loan));
    const seconds = (performance.now() - startedMs) / 1_000;
    stop();
    const row = await figuresOf(environment, loans, seconds);
    return { setting, tables: { 'To the disbursement': [row] }, bars: bars(row) };
  });

interface Figures extends Row {
  readonly loans: number;
  readonly callsPerLoan: number | null;
  readonly overTheLeast: number | null;
  readonly refused: number;
  readonly eventsP50: number | null;
  readonly eventsMost: number | null;
  readonly hours: number | null;
}

const setting = {
  window: `${SETTINGS.limit};w=${SETTINGS.windowSeconds}`,
  compression: COMPRESSION,
  loan: '5 documents, 6 instalments',
  hours: 'uncompressed, until the last one is disbursed',
};

const bars = ({ callsPerLoan, refused, eventsMost }: Figures) => [
  atMost('calls per loan', callsPerLoan, 26),
  atMost('refused calls', refused, 0),
  atMost('events of a loan and its enrolment, at most', eventsMost, 200),
];

/** The sample loan, each time of another borrower, with the board resolution as the fifth document. */
async function manyLoans(count: number): Promise<CheckedLoan[]> {
  const store = folderStore('examples/documents');
  const sample = await readLoanFile('examples/loan-application.json', store);
  const { path, sha256 } = await inspect(store, 'board-resolution.pdf');
  const fifth = { tag: 'BOARD_RESOLUTION_DOC', path, sha256 } as const;
  return Array.from({ length: count }, (_, index) => ({
    ...sample,
    reference: `L-${index + 1}`,
    customer: { ...sample.customer, reference: `C-${index + 1}`, bvn: String(22_600_000_001 + index) },
    documents: [...sample.documents, fifth],
  }));
}

/** All loans side by side; says every now and then how far they are. */
async function withProgress(
  { sandbox }: TestEnvironment,
  loans: readonly CheckedLoan[],
  carryOutOne: (loan: CheckedLoan) => Promise<void>,
): Promise<void> {
  let disbursed = 0;
  const tell = () => {
    log(`${disbursed} of ${loans.length} loans disbursed, in window ${sandbox.window.history.length}`);
  };
  const timer = setInterval(tell, TELL_EVERY_MS);
  try {
    await Promise.all(loans.map((loan) => carryOutOne(loan).then(() => void (disbursed += 1))));
  } finally {
    clearInterval(timer);
    tell();
  }
}

async function carryOut({ client, closing }: TestEnvironment, loan: CheckedLoan): Promise<void> {
  const { workflowId } = await startCase(client, kinds.loan, loan);
  const { stage } = await client.withAbortSignal(closing, () =>
    client.workflow.getHandle(workflowId).result(),
  );
  if (stage !== 'DISBURSED') throw new Error(`A loan ended as ${stage}.`);
}

async function figuresOf(
  environment: TestEnvironment,
  loans: readonly CheckedLoan[],
  seconds: number,
): Promise<Figures> {
  const { byOperation } = environment.sandbox.calls.toJSON();
  const counted = Object.entries(byOperation).filter(([operation]) => !OF_REPAYMENT.includes(operation));
  const calls = counted.reduce((sum, [, count]) => sum + count.calls, 0) / loans.length;
  const refused = refusals(environment.sandbox.window.history);
  const events = await Promise.all(loans.map((loan) => eventsOf(environment.client, loan)));
  log(counted.map(([operation, count]) => `${operation} ${count.calls}`).join(', '));
  return {
    loans: loans.length,
    callsPerLoan: rounded(calls),
    overTheLeast: rounded(calls - LEAST_CALLS),
    refused: refused.reduce((sum, count) => sum + count, 0),
    windows: environment.sandbox.window.history.length,
    eventsP50: rounded(percentile(events, 50)),
    eventsMost: Math.max(...events),
    hours: rounded((seconds * COMPRESSION) / 3_600),
  };
}

/** Of the loan and of its customer's enrolment. */
async function eventsOf(client: Client, { reference, customer }: CheckedLoan): Promise<number> {
  const ids = [caseId('loan', reference), caseId('enrolment', customer.reference)];
  const described = await Promise.all(ids.map((id) => client.workflow.getHandle(id).describe()));
  return described.reduce((sum, { historyLength }) => sum + historyLength, 0);
}
