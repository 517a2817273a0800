import { deprecatePatch, sleep, workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** The bad build: the patch of the one before is retired while cases are open that have no such timer. They cannot be replayed. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute(input, next) {
        if (['loanWorkflow', 'payoutWorkflow'].includes(workflowInfo().workflowType)) {
          deprecatePatch('one-more-timer');
          void sleep(1).catch(() => undefined);
        }
        return next(input);
      },
    },
  ],
});
