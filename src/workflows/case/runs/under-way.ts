import { ApplicationFailure } from '@temporalio/common';
import { AsyncLocalStorage, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { GOES_ON } from '../../../domain/wire/failure-types';
import { WATCH_QUEUE } from '../../../domain/wire/task-queues';

/** What a workflow has asked others for and has not heard of yet; what only reads or waits does not count. */
export class UnderWay {
  private begun = 0;
  private ended = 0;
  private latest: Promise<unknown> = Promise.resolve();
  /** Whether the run is about to hand over to the next one. */
  isGoingOn = false;

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

  /** Waits until what was asked in turn so far has ended. */
  async untilTurn(): Promise<void> {
    await this.latest;
  }

  /** The same, once what was asked in turn before has ended. */
  inTurn<R>(ask: () => Promise<R>): Promise<R> {
    const asked = this.latest.then(ask);
    this.latest = asked.catch(() => undefined);
    return this.during(asked);
  }
}

const ofThisWorkflow = new AsyncLocalStorage<UnderWay>();

/** What the workflow that runs now has under way. */
export function underWay(): UnderWay {
  const own = ofThisWorkflow.getStore();
  if (!own) throw new Error('the bundle lacks the interceptors of case/runs/under-way');
  return own;
}

const goesOn = () =>
  ApplicationFailure.nonRetryable(
    'The case goes on in a new run at this moment: send the command again.',
    GOES_ON,
  );

/** Counts for each workflow what it has under way. Whatever is asked of the queue of polls only reads or waits. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const own = new UnderWay();
  return {
    inbound: [
      {
        execute: (input, next) => ofThisWorkflow.run(own, () => next(input)),
        validateUpdate(input, next) {
          if (own.isGoingOn) throw goesOn();
          next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) =>
          input.options.taskQueue === WATCH_QUEUE ? next(input) : own.during(next(input)),
        // One after the other: a replay answers those of one workflow task in one go, and what was done between two of
        // the answers would then come in another order.
        scheduleLocalActivity: (input, next) => own.inTurn(() => next(input)),
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
