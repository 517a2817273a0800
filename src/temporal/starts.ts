import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';

/** Whether a start has begun its workflow; false if the server has one under this id already. */
export const isBegun = (start: Promise<unknown>): Promise<boolean> =>
  start.then(
    () => true,
    (error: unknown) => {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    },
  );
