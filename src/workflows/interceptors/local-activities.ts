import { AsyncLocalStorage, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** The local activities of one workflow, which run one after the other. */
class LocalActivities {
  private latest: Promise<unknown> = Promise.resolve();

  /** Waits until the activities asked for so far have ended. */
  async untilTurn(): Promise<void> {
    await this.latest;
  }

  /** Asks once the activities asked for before have ended. */
  inTurn<R>(ask: () => Promise<R>): Promise<R> {
    const asked = this.latest.then(ask);
    this.latest = asked.catch(() => undefined);
    return asked;
  }
}

const ofThisWorkflow = new AsyncLocalStorage<LocalActivities>();

/** The local activities of the workflow that runs now. */
export function localActivities(): LocalActivities {
  const own = ofThisWorkflow.getStore();
  if (!own) throw new Error('the bundle lacks the interceptors of workflows/interceptors/local-activities');
  return own;
}

/**
 * Runs the local activities of a workflow one after the other: a replay answers those of one workflow task in
 * one go, and work done between two of the answers would then come in another order.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const own = new LocalActivities();
  return {
    inbound: [{ execute: (input, next) => ofThisWorkflow.run(own, () => next(input)) }],
    outbound: [{ scheduleLocalActivity: (input, next) => own.inTurn(() => next(input)) }],
  };
};
