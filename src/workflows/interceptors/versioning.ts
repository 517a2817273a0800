import { workflowInfo } from '@temporalio/workflow';
import { getActivator } from '@temporalio/workflow/lib/global-attributes';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { beforeActivation } from './before-activation';

/**
 * Workflows that live for months move to each new build: no build is kept for so long. All others end within
 * days, and stay on the build on which they began: no change of ours meets them half-way.
 */
const LIVES_FOR_MONTHS: readonly string[] = [
  workflowTypes.loan,
  workflowTypes.enrolment,
  workflowTypes.repayment,
  workflowTypes.eventRelay,
];

/**
 * Tells the server the behaviour with each step. From a worker without a build id it takes no step that names
 * one, and the SDK itself names one from a workflow's first step on: workers could not change between both.
 */
export const interceptors = beforeActivation(() => {
  const { workflowType, currentDeploymentVersion } = workflowInfo();
  const activator = getActivator();
  if (!currentDeploymentVersion?.deploymentName) delete activator.versioningBehavior;
  else activator.versioningBehavior = LIVES_FOR_MONTHS.includes(workflowType) ? 'AUTO_UPGRADE' : 'PINNED';
});
