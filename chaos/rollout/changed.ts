import { patched, sleep, workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Loans and payouts get one more timer, as a careful change brings it: histories of before replay without. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute(input, next) {
        const { workflowType } = workflowInfo();
        if (['loanWorkflow', 'payoutWorkflow'].includes(workflowType) && patched('one-more-timer'))
          void sleep(1).catch(() => undefined);
        return next(input);
      },
    },
  ],
});
