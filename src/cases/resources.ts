import { batchCommands } from '../domain/batch/commands';
import { batchStages } from '../domain/batch/stages';
import type { CommandTable } from '../domain/case/commands';
import { enrolmentCommands } from '../domain/enrolment/commands';
import { enrolmentStages } from '../domain/enrolment/stages';
import { loanCommands } from '../domain/loan/commands';
import { loanStages } from '../domain/loan/stages';
import { payoutCommands, reopenedPayoutCommands } from '../domain/payout/commands';
import { payoutStages, reopenedPayoutStages } from '../domain/payout/stages';
import { limitsCommands, limitsStages } from '../domain/payout/transfer-limits';
import { reconciliationCommands, reconciliationStages } from '../domain/reconciliation/stages';
import { repaymentCommands } from '../domain/repayment/commands';
import { repaymentStages } from '../domain/repayment/stages';
import { workflowIds } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import {
  followBatch,
  followEnrolment,
  followFlush,
  followLimits,
  followLoan,
  followPayout,
  followReconciliation,
} from './follow';
import type { Resource } from './resource';
import { loanChain, singleWorkflow } from './workflow-chain';

const loan: Resource = {
  noun: 'loan',
  commands: mergedTables(loanCommands, repaymentCommands),
  stages: { ...loanStages, ...repaymentStages },
  workflowTypes: [workflowTypes.loan, workflowTypes.repayment],
  stageAttribute: 'LoanStage',
  workflowChain: loanChain,
  async follow(client, reference, following) {
    const result = await followLoan(client, reference, following);
    return { result, stage: result.stage, reason: result.reason, isGood: result.stage === 'CLOSED' };
  },
};

const payout: Resource = {
  noun: 'payout',
  commands: mergedTables(payoutCommands, reopenedPayoutCommands),
  stages: { ...payoutStages, ...reopenedPayoutStages },
  workflowTypes: [workflowTypes.payout, workflowTypes.reopenedPayout, workflowTypes.adoptedPayout],
  stageAttribute: 'PayoutStatus',
  workflowChain: singleWorkflow(workflowIds.payout),
  async follow(client, reference, following) {
    const result = await followPayout(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SUCCESS' };
  },
};

const flush: Resource = {
  ...payout,
  noun: 'flush',
  workflowTypes: [workflowTypes.flush],
  workflowChain: singleWorkflow(workflowIds.flush),
  async follow(client, reference, following) {
    const result = await followFlush(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SUCCESS' };
  },
};

const limits: Resource = {
  noun: 'limits',
  commands: limitsCommands,
  stages: limitsStages,
  workflowTypes: [workflowTypes.limits],
  workflowChain: singleWorkflow(workflowIds.limits),
  async follow(client, reference, following) {
    const result = await followLimits(client, reference, following);
    return { result, stage: result.status, reason: result.reason, isGood: result.status === 'SET' };
  },
};

const batch: Resource = {
  noun: 'batch',
  commands: batchCommands,
  stages: batchStages,
  workflowTypes: [workflowTypes.batch],
  stageAttribute: 'BatchStage',
  workflowChain: singleWorkflow(workflowIds.batch),
  async follow(client, reference, following) {
    const result = await followBatch(client, reference, following);
    const { stage, reason, rows } = result;
    const isPaid = rows.every(({ status }) => status === 'SUCCESS' || status === 'EXCLUDED');
    return { result, stage, reason, isGood: stage === 'DONE' && isPaid };
  },
};

const enrolment: Resource = {
  noun: 'enrolment',
  commands: enrolmentCommands,
  stages: enrolmentStages,
  workflowTypes: [workflowTypes.enrolment],
  workflowChain: singleWorkflow(workflowIds.enrolment),
  async follow(client, reference, following) {
    const result = await followEnrolment(client, reference, following);
    const reason = result.outcome === 'REJECTED' ? result.reason : undefined;
    return { result, stage: result.outcome, reason, isGood: result.outcome === 'VERIFIED' };
  },
};

const reconciliation: Resource = {
  noun: 'reconciliation',
  commands: reconciliationCommands,
  stages: reconciliationStages,
  workflowTypes: [workflowTypes.reconciliation],
  workflowChain: singleWorkflow(workflowIds.reconciliation),
  async follow(client, reference, following) {
    const result = await followReconciliation(client, reference, following);
    if (result.cancelled) return { result, stage: 'CANCELLED', isGood: false };
    const isGood = result.unmatched === 0;
    return { result, stage: isGood ? 'AGREED' : 'RESOLVED', isGood };
  },
};

/** Every kind of case that people start, look at and steer. */
export const resources = { loan, payout, flush, limits, batch, enrolment, reconciliation };

/**
 * One table of two, for something that is carried by one workflow after the other. A command of both may be
 * given to the workflow that runs: in the stages and the roles of both.
 */
function mergedTables(first: CommandTable, second: CommandTable): CommandTable {
  const merged = { ...first, ...second };
  for (const [name, row] of Object.entries(first)) {
    const other = second[name];
    merged[name] = other
      ? { ...row, stages: union(row.stages, other.stages), roles: union(row.roles, other.roles) }
      : row;
  }
  return merged;
}

function union<T>(some: readonly T[], more: readonly T[]): T[] {
  return [...new Set([...some, ...more])];
}
