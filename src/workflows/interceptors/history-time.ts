import { workflowInfo, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { getActivator } from '@temporalio/workflow/lib/global-attributes';

/**
 * Lets `Date` tell each workflow when its task began, as its history says, and in its first task when it was
 * started. The SDK moves the time on when a local activity ends: to the start of a later task in a live run,
 * to the time in the activity's marker in a replay. A decision by that time could differ in a replay.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let localActivities = 0;
  let historyLength: number | null | undefined;
  let sdkTimeMs = 0;
  let taskBeganMs = 0;
  return {
    inbound: [
      {
        // Replays leave validators out, and an act has seconds: a local activity that takes long must not age it.
        validateUpdate(input, next) {
          getActivator().now = sdkTimeMs;
          try {
            next(input);
          } finally {
            getActivator().now = taskBeganMs;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleLocalActivity(input, next) {
          localActivities++;
          return next(input).finally(() => localActivities--);
        },
      },
    ],
    internals: [
      {
        activate(input, next) {
          const { historyLength: length, jobs } = input.activation;
          if (!jobs?.some(({ queryWorkflow }) => queryWorkflow)) {
            sdkTimeMs = getActivator().now;
            // An update that was refused leaves no events: the next one comes at the same length.
            const isNextTask = length !== historyLength || jobs?.some(({ doUpdate }) => doUpdate);
            // A task that begins while a local activity runs is one with the earlier task in a replay.
            if (isNextTask && localActivities === 0) taskBeganMs = sdkTimeMs;
            // A replay joins a first task without commands with the next one, and knows the later time alone.
            if (jobs?.some(({ initializeWorkflow }) => initializeWorkflow))
              taskBeganMs = workflowInfo().startTime.getTime();
            historyLength = length;
          }
          getActivator().now = taskBeganMs;
          next(input);
        },
      },
    ],
  };
};
