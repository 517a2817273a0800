import type { TestWorkflowEnvironment } from '@temporalio/testing';

const MINUTE = 60_000;
const SLEEP_MAX = 5 * 24 * 60;

/**
 * Polls come at whole minutes; a stride ends between them. A command that cancels a poll in the moment
 * in which the poll's retry is due would stop the test server's time for good: it locks its time for the
 * retry, and no task is left to unlock it.
 */
const STRIDE_MINUTE = 61_700;

/** A test that waits for something that never comes must say so itself, and stop. */
export const STRIDES_MAX = 600;

/** Milliseconds to let pass after so many strides: they grow up to about `limit` minutes. */
export const strideMs = (strides: number, limit: number): number =>
  Math.min(limit, 2 ** strides) * STRIDE_MINUTE;

/** Lets time pass, a few days at a time: one call to the server must not take too long. */
export async function letPass(env: TestWorkflowEnvironment, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= SLEEP_MAX) await env.sleep(Math.min(left, SLEEP_MAX) * MINUTE);
}
