import type { VersioningBehavior } from '@temporalio/common';
import { workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { getActivator } from '@temporalio/workflow/lib/global-attributes';
import { workflowTypes, type WorkflowType } from '../domain/wire/workflow-types';

/**
 * What a new build means to a workflow. What ends within days stays on the build on which it began: no change of ours meets
 * it half-way. What lives for months moves to each new build: no build is kept for so long.
 */
const BEHAVIOURS: Readonly<Record<WorkflowType, VersioningBehavior>> = {
  [workflowTypes.loan]: 'AUTO_UPGRADE',
  [workflowTypes.enrolment]: 'AUTO_UPGRADE',
  [workflowTypes.repayment]: 'AUTO_UPGRADE',
  [workflowTypes.payout]: 'PINNED',
  [workflowTypes.reopenedPayout]: 'PINNED',
  [workflowTypes.adoptedPayout]: 'PINNED',
  [workflowTypes.flush]: 'PINNED',
  [workflowTypes.limits]: 'PINNED',
  [workflowTypes.batch]: 'PINNED',
  [workflowTypes.batchChunk]: 'PINNED',
  [workflowTypes.reconciliation]: 'PINNED',
  [workflowTypes.moneyEvent]: 'PINNED',
  [workflowTypes.missedEvents]: 'PINNED',
  [workflowTypes.rateLimitReport]: 'PINNED',
  [workflowTypes.nameEnquiry]: 'PINNED',
};

/**
 * Tells the server with each step. Of a worker without a build id it takes no step that names a behaviour, so the SDK's own
 * way, which names one from a workflow's first step on, would not let workers change between both.
 */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  internals: [
    {
      activate(input, next) {
        const { workflowType, currentDeploymentVersion } = workflowInfo();
        const behaviour = (BEHAVIOURS as Partial<Record<string, VersioningBehavior>>)[workflowType];
        const activator = getActivator();
        if (!currentDeploymentVersion?.deploymentName) delete activator.versioningBehavior;
        else if (behaviour) activator.versioningBehavior = behaviour;
        next(input);
      },
    },
  ],
});
