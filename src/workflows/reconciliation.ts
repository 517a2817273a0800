import { setHandler, workflowInfo } from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import { businessNow } from '../domain/clock';
import { INVALID_INPUT } from '../domain/failure-kinds';
import { nairaText } from '../domain/money';
import { periodOf, type Period } from '../domain/period';
import type { ReconciliationReport } from '../domain/reconciliation-report';
import {
  reconciliationCommands,
  reconciliationStages,
  type ReconciliationCommands,
  type ReconciliationStage,
} from '../domain/reconciliation-stages';
import type { ReconciliationInput } from '../input/reconciliation-input';
import { Case } from './case/case';
import { CommandDesk } from './case/desk';
import { inWords, refusalOf } from './case/failures';
import { attempt, type Steerable } from './case/steps';
import { parsing, sweeping } from './lanes';
import { reportQuery } from './messages';

/**
 * Compares our books with the statements of our accounts. Differences need a person, who says what they turned out to
 * be; without any it ends at once.
 */
export async function reconciliationWorkflow(given: unknown = {}): Promise<ReconciliationReport> {
  const { file, desk, steerable } = openReconciliation();
  let report: ReconciliationReport | undefined;
  setHandler(reportQuery, () => report);
  const input = await parsing.parseReconciliationInput(given);
  file.clock = input.clock;
  const first = periodOf(input, businessNow(input.clock, Date.now()));
  for (;;) {
    const period = { ...first, ...(isOpen(input) && { toAt: nowAt(input) }) };
    Object.assign(file.facts, period);
    report = await attempt(steerable, 'Comparing', () => compare(input, period));
    show(file, report);
    if (report.unmatched === 0) break;
    const answer = await askAbout(file, desk, report);
    if (answer.name === 'compareAgain') file.enter('COMPARING');
    else return resolved(file, report, answer);
  }
  file.enter('AGREED');
  return report;
}

function openReconciliation() {
  const { workflowId } = workflowInfo();
  const file = new Case<ReconciliationStage>({
    kind: 'reconciliation',
    reference: workflowId.slice(workflowId.indexOf(':') + 1),
    stages: reconciliationStages,
    first: 'COMPARING',
  });
  const desk = new CommandDesk<ReconciliationStage, ReconciliationCommands>(file, reconciliationCommands, {
    addNote: ({ actor, text }) => file.note(actor, 'Note', text),
    assign: ({ assignee }) => void (file.assignee = assignee),
  });
  const steerable: Steerable = {
    file,
    remedies: ['retry'],
    recheckAsked: false,
    askForRetry: () => desk.ask('retry'),
  };
  return { file, desk, steerable };
}

type File = Case<ReconciliationStage>;
type Desk = CommandDesk<ReconciliationStage, ReconciliationCommands>;
type Resolution = Extract<Awaited<ReturnType<typeof askAbout>>, { name: 'resolveAttention' }>;

/** Whether it goes on to whenever it is compared. */
const isOpen = ({ toOn, days }: ReconciliationInput) => (toOn ?? days) === undefined;

const nowAt = ({ clock }: ReconciliationInput) => new Date(businessNow(clock, Date.now())).toISOString();

/** An account that the service does not show is a mistake of whoever named it. */
async function compare(input: ReconciliationInput, period: Period): Promise<ReconciliationReport> {
  const { account } = input;
  try {
    return await sweeping.reconcileAccounts({ ...period, account, nowAt: nowAt(input) });
  } catch (error) {
    if (account === undefined || !refusalOf(error)) throw error;
    throw ApplicationFailure.nonRetryable(`The account cannot be read: ${inWords(error)}`, INVALID_INPUT);
  }
}

function show(file: File, { matched, inFlight, unmatched, differenceKobo }: ReconciliationReport): void {
  Object.assign(file.facts, { matched, inFlight, unmatched, differenceKobo });
}

function askAbout(file: File, desk: Desk, { unmatched, differenceKobo }: ReconciliationReport) {
  file.enter('DIFFERENT');
  file.raiseAttention(
    `our books and the statements differ in ${unmatched} places, by ${nairaText(differenceKobo)} in all`,
    ['compareAgain', 'resolveAttention'],
  );
  return desk.ask('resolveAttention', 'compareAgain');
}

function resolved(file: File, report: ReconciliationReport, answer: Resolution): ReconciliationReport {
  file.note(answer.actor, `Resolved as ${answer.outcome}`, answer.evidence);
  file.enter('RESOLVED', answer.outcome);
  return report;
}
