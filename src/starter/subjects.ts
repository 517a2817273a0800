import { enrolmentCommands, loanCommands, repaymentCommands } from '../domain/loan-commands';
import { enrolmentStages, loanStages, repaymentStages } from '../domain/loan-stages';
import { payoutCommands, reopenedPayoutCommands } from '../domain/payout-commands';
import { payoutStages, reopenedPayoutStages } from '../domain/payout-states';
import { reconciliationCommands, reconciliationStages } from '../domain/reconciliation-stages';
import { workflowIds } from '../domain/references';
import { limitsCommands, limitsStages } from '../domain/transfer-limits';
import { batch } from './batch-subject';
import { existing, loanCarriers } from './carriers';
import { mergedTables } from './command-tables';
import {
  followEnrolment,
  followFlush,
  followLimits,
  followLoan,
  followPayout,
  followReconciliation,
} from './follow';
import { readEnrolmentFile, readFlushFile, readLimitsFile, readLoanFile, readPayoutFile } from './input-file';
import { startEnrolment, startFlush, startLimits, startLoan, startPayout } from './start';
import { openStore } from './store';
import type { Subject } from './subject';

const loan: Subject = {
  noun: 'loan',
  about: 'Loans: start, show and steer them, from the application to the last repayment',
  sample: { reference: 'LN-2026-0001', file: 'examples/loan-application.json' },
  commands: mergedTables(loanCommands, repaymentCommands),
  stages: { ...loanStages, ...repaymentStages },
  usualRole: 'officer',
  workflowTypes: ['loanWorkflow', 'repaymentWorkflow'],
  stageAttribute: 'LoanStage',
  async prepare(path) {
    const input = await readLoanFile(path, await openStore());
    return { reference: input.reference, start: (client) => startLoan(client, input) };
  },
  carriers: loanCarriers,
  async follow(client, reference, following) {
    const result = await followLoan(client, reference, following);
    return { result, stage: result.stage, reason: result.reason, isGood: result.stage === 'CLOSED' };
  },
};

const payout: Subject = {
  noun: 'payout',
  about: 'Payouts: start, show and steer them',
  sample: { reference: 'PO-2026-0001', file: 'examples/payout.json' },
  commands: mergedTables(payoutCommands, reopenedPayoutCommands),
  stages: { ...payoutStages, ...reopenedPayoutStages },
  usualRole: 'operator',
  workflowTypes: ['payoutWorkflow', 'reversedPayoutWorkflow'],
  stageAttribute: 'PayoutStatus',
  async prepare(path) {
    const input = await readPayoutFile(path);
    return { reference: input.reference, start: (client) => startPayout(client, input) };
  },
  carriers: async (client, reference) => [await existing(client, workflowIds.payout(reference))],
  async follow(client, reference, following) {
    const result = await followPayout(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SUCCESS' };
  },
};

const flush: Subject = {
  ...payout,
  noun: 'flush',
  about: 'Flushes: pay out all that an account holds, as a payout',
  sample: { reference: 'FL-2026-0001', file: 'examples/flush.json' },
  workflowTypes: ['flushWorkflow'],
  async prepare(path) {
    const input = await readFlushFile(path);
    return { reference: input.reference, start: (client) => startFlush(client, input) };
  },
  carriers: async (client, reference) => [await existing(client, workflowIds.flush(reference))],
  async follow(client, reference, following) {
    const result = await followFlush(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SUCCESS' };
  },
};

const limits: Subject = {
  noun: 'limits',
  about: 'Transfer limits of an account: change them, with approval by the payout policy',
  sample: { reference: 'TL-2026-0001', file: 'examples/transfer-limits.json' },
  commands: limitsCommands,
  stages: limitsStages,
  usualRole: 'operator',
  workflowTypes: ['transferLimitsWorkflow'],
  async prepare(path) {
    const input = await readLimitsFile(path);
    return { reference: input.reference, start: (client) => startLimits(client, input) };
  },
  carriers: async (client, reference) => [await existing(client, workflowIds.limits(reference))],
  async follow(client, reference, following) {
    const result = await followLimits(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SET' };
  },
};

const enrolment: Subject = {
  noun: 'enrolment',
  about: 'Enrolments: make a customer known, and verified, before there is any application',
  sample: { reference: 'CU-0003', file: 'examples/enrolment.json' },
  commands: enrolmentCommands,
  stages: enrolmentStages,
  usualRole: 'officer',
  workflowTypes: ['enrolmentWorkflow'],
  async prepare(path) {
    const input = await readEnrolmentFile(path);
    return { reference: input.customer.reference, start: (client) => startEnrolment(client, input) };
  },
  carriers: async (client, reference) => [await existing(client, workflowIds.enrolment(reference))],
  async follow(client, reference, following) {
    const result = await followEnrolment(client, reference, following);
    const reason = result.outcome === 'REJECTED' ? result.reason : undefined;
    return { result, stage: result.outcome, reason, isGood: result.outcome === 'VERIFIED' };
  },
};

const reconciliation: Subject = {
  noun: 'reconciliation',
  about: 'Reconciliations that found differences: show and steer them',
  sample: { reference: '2026-11-20' },
  commands: reconciliationCommands,
  stages: reconciliationStages,
  usualRole: 'operator',
  workflowTypes: ['reconciliationWorkflow'],
  carriers: async (client, reference) => [await existing(client, workflowIds.reconciliation(reference))],
  async follow(client, reference, following) {
    const result = await followReconciliation(client, reference, following);
    const isGood = result.unmatched === 0;
    return { result, stage: isGood ? 'AGREED' : 'RESOLVED', isGood };
  },
};

/** Everything that the command line has a group for. */
export const subjects = { loan, payout, flush, limits, batch, enrolment, reconciliation };
