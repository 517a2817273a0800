import { SdkFlags } from '@temporalio/workflow/lib/flags';
import { getActivator } from '@temporalio/workflow/lib/global-attributes';
import { beforeActivation } from './before-activation';

const { NonCancellableScopesAreShieldedFromPropagation, ProcessWorkflowActivationJobsAsSingleBatch } =
  SdkFlags;

/**
 * Has the history say from a workflow's first task on how the SDK cancels and orders. The SDK says so only with the
 * task in which it first matters. A query that is answered while a local activity ends splits that task: a replay
 * knows what its first part says alone, and would cancel more than the live run did.
 */
export const interceptors = beforeActivation(() => {
  const activator = getActivator();
  activator.hasFlag(NonCancellableScopesAreShieldedFromPropagation);
  activator.hasFlag(ProcessWorkflowActivationJobsAsSingleBatch);
});
