import { ApplicationFailure } from '@temporalio/common';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { runCase } from '../case/run-case';
import { attempt } from '../case/steps';
import { ReconciliationCase } from './reconciliation-case';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import { scheduledJobs } from '../activity-proxies';
import { inWords, refusalOf } from '../case/failures';

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
    throw ApplicationFailure.nonRetryable(`The account cannot be read: ${inWords(error)}`, INVALID_INPUT);
  }
}
