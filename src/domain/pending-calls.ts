import { instantText } from './case-file';
import * as kind from './failure-kinds';

/** A call of the service that a workflow waits for, as Temporal knows it. */
export interface PendingCall {
  readonly activity: string;
  readonly state: 'queued' | 'running' | 'paused';
  /** Why the last attempt failed; a type of `failure-kinds.ts`. */
  readonly failureType?: string;
  /** Of an attempt that is planned (ISO 8601). */
  readonly nextAttemptAt?: string;
  /** Of its lane. */
  readonly queue?: string;
}

const CAUSES: Readonly<Record<string, string>> = {
  [kind.RATE_LIMITED]: "waits for the service's window, which has no call left for it",
  [kind.SERVICE_UNAVAILABLE]: 'waits for the service, which did not answer',
  [kind.NOT_AUTHORISED]: 'waits for keys that the service accepts',
  [kind.NOT_YET]: 'waits until the service is ready for it',
  [kind.WAIT_LONGER]: 'asks until it is so',
  [kind.UNEXPECTED_FAULT]: 'waits after a fault of our own, which the log of the worker tells',
};

/** One sentence on a call that does not come through; nothing on one that is under way. */
export function pendingCallText({ activity, state, ...call }: PendingCall): string | undefined {
  if (state === 'paused') return `${activity} is paused until somebody resumes it in Temporal`;
  if (state === 'running') return undefined;
  if (call.nextAttemptAt === undefined || call.failureType === undefined)
    return `${activity} waits for its turn${call.queue === undefined ? '' : ` in the queue ${call.queue}`}`;
  const cause = CAUSES[call.failureType] ?? 'is tried again';
  return `${activity} ${cause}; next attempt at ${instantText(call.nextAttemptAt)}`;
}
