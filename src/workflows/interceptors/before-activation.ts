import type { ActivateInput, WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Interceptors that act before the SDK carries out the jobs of an activation, live and in a replay. */
export const beforeActivation =
  (act: (activation: ActivateInput['activation']) => void): WorkflowInterceptorsFactory =>
  () => ({
    internals: [
      {
        activate(input, next) {
          act(input.activation);
          next(input);
        },
      },
    ],
  });
