import { ApplicationFailure } from '@temporalio/common';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import { scheduledJobs } from '../activity-proxies';
import { inWords, refusalOf } from '../case/failures';
import type { ReconciliationCase } from './reconciliation-case';

/**
 * Compares both sides once, up to now where no end was given.
 * @throws ApplicationFailure (INVALID_INPUT) when the bank does not show the account that the input names
 */
export async function compare(reconciliation: ReconciliationCase): Promise<ReconciliationReport> {
  const { account } = reconciliation.input;
  const period = reconciliation.showPeriod();
  try {
    return await scheduledJobs.reconcileAccounts({ ...period, account, nowAt: reconciliation.now() });
  } catch (error) {
    if (account === undefined || !refusalOf(error)) throw error;
    throw ApplicationFailure.nonRetryable(`The account cannot be read: ${inWords(error)}`, INVALID_INPUT);
  }
}
