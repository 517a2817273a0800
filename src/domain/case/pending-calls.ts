import { instantText } from './snapshot';
import * as kind from '../wire/failure-types';

/** A call of the bank that a workflow waits for, as Temporal knows it. */
export interface PendingCall {
  readonly activity: string;
  readonly state: 'queued' | 'running' | 'paused';
  /** Type of the last attempt's failure, of `failure-types.ts`. */
  readonly failureType?: string;
  /** Message of that failure. */
  readonly failure?: string;
  /** The planned instant (ISO 8601). */
  readonly nextAttemptAt?: string;
  /** The task queue that it waits in. */
  readonly queue?: string;
}

const CAUSES: Readonly<Record<string, string>> = {
  [kind.RATE_LIMITED]: "waits for the bank's window, which has no call left for it",
  [kind.SERVICE_UNAVAILABLE]: 'waits for the bank, which did not answer',
  [kind.NOT_AUTHORISED]: 'waits for keys that the bank accepts',
  [kind.NOT_YET]: 'waits until the bank is ready for it',
  [kind.UNEXPECTED_RESPONSE]: 'waits after an answer that cannot be read',
  [kind.ATTEMPT_LOST]: 'waits until the server confirms that it still counts',
  [kind.RECORDS_UNAVAILABLE]: 'waits for the database of the records',
  [kind.WAIT_LONGER]: 'asks until it is so',
  [kind.UNEXPECTED_FAULT]: 'waits after a fault of our own, which the log of the worker tells',
};

/** Why a failed call that is tried again waits; `undefined` for a failure type that is not ours. */
const failureCause = (type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;

/** The same for a step that has repeated for long, with the next step: a person if answers are unreadable. */
export function stallText(type: unknown): string | undefined {
  const cause = failureCause(type);
  const next = type === kind.UNEXPECTED_RESPONSE ? 'it soon asks a person' : 'it goes on by itself';
  return cause && `${cause}; ${next}`;
}

/** The poll's own words on its last look, without personal data. The server knows when it asks next. */
function pollSaw({ failureType, failure }: Omit<PendingCall, 'activity' | 'state'>): string | undefined {
  const [seen = ''] = failure?.split(/, asking again in |; polling again in /) ?? [];
  return failureType === kind.WAIT_LONGER && seen !== '' ? `asks again; so far: ${seen}` : undefined;
}

/** One sentence on a call that does not come through; `undefined` for a call that is running. */
export function pendingCallText({ activity, state, ...call }: PendingCall): string | undefined {
  if (state === 'paused') return `${activity} is paused until an operator resumes it in Temporal`;
  if (state === 'running') return undefined;
  if (call.nextAttemptAt === undefined || call.failureType === undefined)
    return `${activity} waits for its turn${call.queue === undefined ? '' : ` in the queue ${call.queue}`}`;
  const cause = pollSaw(call) ?? failureCause(call.failureType) ?? 'is tried again';
  return `${activity} ${cause}; next attempt at ${instantText(call.nextAttemptAt)}`;
}
