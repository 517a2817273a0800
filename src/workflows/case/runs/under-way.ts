import { AsyncLocalStorage, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { WATCH_QUEUE } from '../../../domain/wire/task-queues';

/** What a workflow has asked others for and has not heard of yet; what only reads or waits does not count. */
export class UnderWay {
  private begun = 0;
  private ended = 0;

  get isNothing(): boolean {
    return this.begun === this.ended;
  }

  /** Grows with everything that begins. */
  get count(): number {
    return this.begun;
  }

  async during<R>(asked: Promise<R>): Promise<R> {
    this.begun++;
    try {
      return await asked;
    } finally {
      this.ended++;
    }
  }
}

const ofThisWorkflow = new AsyncLocalStorage<UnderWay>();

/** What the workflow that runs now has under way. */
export function underWay(): UnderWay {
  const own = ofThisWorkflow.getStore();
  if (!own) throw new Error('the bundle lacks the interceptors of case/runs/under-way');
  return own;
}

/** Counts for each workflow what it has under way. Whatever is asked of the queue of polls only reads or waits. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const own = new UnderWay();
  return {
    inbound: [{ execute: (input, next) => ofThisWorkflow.run(own, () => next(input)) }],
    outbound: [
      {
        scheduleActivity: (input, next) =>
          input.options.taskQueue === WATCH_QUEUE ? next(input) : own.during(next(input)),
        scheduleLocalActivity: (input, next) => own.during(next(input)),
        signalWorkflow: (input, next) => own.during(next(input)),
        async startChildWorkflowExecution(input, next) {
          const [started, completed] = await next(input);
          // A caller that only waits for the end does not look at it.
          own.during(started).catch(() => undefined);
          return [started, completed];
        },
      },
    ],
  };
};
