import { setHandler, workflowInfo } from '@temporalio/workflow';
import { nairaText } from '../../domain/money/amounts';
import {
  periodOf,
  reportOf,
  type Period,
  type ReconciliationReport,
} from '../../domain/reconciliation/report';
import {
  reconciliationCommands,
  reconciliationStages,
  type ReconciliationCommands,
  type ReconciliationStage,
} from '../../domain/reconciliation/stages';
import { businessNow } from '../../domain/time/clock';
import type { Attention } from '../../domain/case/snapshot';
import { reportQuery } from '../../domain/wire/messages';
import { scheduledStart } from '../../domain/wire/search-attributes';
import { caseOf } from '../../domain/wire/workflow-ids';
import type { ReconciliationInput } from '../../domain/reconciliation/input';
import { inPlace, scheduledJobs } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { refused } from '../case/commands/receipts';
import { SteerableCase } from '../case/steerable-case';
import { runCase } from '../case/run-case';
import { attempt } from '../case/steps';
import { inWords, refusalOf } from '../case/failures';

/** One reconciliation: its period, its latest report, the questions it asks about differences. */
class ReconciliationCase extends SteerableCase<
  ReconciliationStage,
  ReconciliationCommands,
  ReconciliationInput,
  ReconciliationReport
> {
  readonly commands: CommandHandler<ReconciliationStage, ReconciliationCommands>;
  readonly remedies = ['retry', 'cancel'];
  readonly parse = inPlace.parseReconciliationInput;
  private report: ReconciliationReport | undefined;
  private comparisons = 0;
  private period: Period | undefined;
  private different: Pick<Attention, 'cause' | 'since'> | undefined;

  constructor(given: unknown) {
    super(given, {
      kind: 'reconciliation',
      reference: caseOf(workflowInfo().workflowId).reference,
      stages: reconciliationStages,
    });
    this.commands = new CommandHandler(this, reconciliationCommands, {
      handlers: { cancel: ({ reason }) => this.stop('CANCELLED', reason) },
    });
    setHandler(reportQuery, () => this.report);
  }

  override get changes(): number {
    return this.comparisons;
  }

  opened(input: ReconciliationInput): void {
    this.period = periodOf(input, businessNow(input.clock, meantAtMs()));
  }

  /** The period to compare now: one without an end goes on to now. */
  showPeriod(): Period {
    if (!this.period) throw new Error('the reconciliation has not been parsed yet');
    const { toOn, days } = this.input;
    const period = (toOn ?? days) === undefined ? { ...this.period, toAt: this.now() } : this.period;
    Object.assign(this.facts, period);
    return period;
  }

  /** Shows the report of a comparison. */
  found(report: ReconciliationReport): void {
    this.report = report;
    this.comparisons++;
    const { matched, inFlight, unmatched, differenceKobo } = report;
    Object.assign(this.facts, { matched, inFlight, unmatched, differenceKobo });
  }

  /** A person's finding about the differences; `undefined` if they are to be compared again. */
  async askAbout({ unmatched, differenceKobo }: ReconciliationReport): Promise<string | undefined> {
    this.enter('DIFFERENT');
    const cause = `the ledger and the statements differ in ${unmatched} ${unmatched === 1 ? 'place' : 'places'}, by ${nairaText(differenceKobo)} in all`;
    // Compared again, the same difference is as old as it was.
    if (this.different?.cause !== cause) this.different = { cause, since: this.now() };
    this.raiseAttention(cause, ['compareAgain', 'resolveAttention', 'cancel'], this.different.since);
    this.startWaiting('SUPERVISOR');
    const answer = await this.commands.ask('resolveAttention', 'compareAgain');
    if (answer.name === 'compareAgain') return undefined;
    this.note(answer.actor, `Resolved as ${answer.outcome}`, answer.evidence);
    return answer.outcome;
  }

  close(stage: ReconciliationStage, reason?: string): ReconciliationReport {
    this.enter(stage, reason);
    const report = this.report ?? reportOf(this.showPeriod(), []);
    return stage === 'CANCELLED' ? { ...report, cancelled: true } : report;
  }
}

/**
 * When the schedule meant it to run, else when it was started: a worker may look at it days later, and every night has
 * a day of its own to compare.
 */
function meantAtMs(): number {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return (typedSearchAttributes.get(scheduledStart) ?? startTime).getTime();
}

/**
 * Compares our ledger with the statements of our accounts. Differences need a person, who says what they turned out to
 * be; without any it ends at once.
 */
export async function reconciliationWorkflow(given: unknown = {}): Promise<ReconciliationReport> {
  const reconciliation = new ReconciliationCase(given);
  return runCase(reconciliation, async () => {
    // Ends without a difference, or once a person has resolved the differences.
    for (;;) {
      const report = await attempt(reconciliation, 'Comparing', () => compare(reconciliation));
      reconciliation.found(report);
      if (report.unmatched === 0) return reconciliation.close('AGREED');
      const outcome = await reconciliation.askAbout(report);
      if (outcome !== undefined) return reconciliation.close('RESOLVED', outcome);
      reconciliation.enter('COMPARING');
    }
  });
}

/**
 * Compares both sides once, up to now where no end was given.
 * @throws ApplicationFailure (INVALID_INPUT) when the bank does not show the account that the input names
 */
async function compare(reconciliation: ReconciliationCase): Promise<ReconciliationReport> {
  const { account } = reconciliation.input;
  const period = reconciliation.showPeriod();
  try {
    return await scheduledJobs.reconcileAccounts({ ...period, account, nowAt: reconciliation.now() });
  } catch (error) {
    if (account === undefined || !refusalOf(error)) throw error;
    throw refused(`The account cannot be read: ${inWords(error)}`);
  }
}
