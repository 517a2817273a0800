import { instantText } from './snapshot';
import * as kind from '../wire/failure-types';

/** A call of the bank that a workflow waits for, as Temporal knows it. */
export interface PendingCall {
  readonly activity: string;
  readonly state: 'queued' | 'running' | 'paused';
  /** Why the last attempt failed; a type of `failure-kinds.ts`. */
  readonly failureType?: string;
  /** What it said when it failed. */
  readonly failure?: string;
  /** Of an attempt that is planned (ISO 8601). */
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

/** What a call waits for that fails and is tried again; `undefined` for a type that is not one of ours. */
const failureCause = (type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;

/** The same of a step that has repeated for long, with what comes next: what cannot be read is not asked for without end. */
export function stallText(type: unknown): string | undefined {
  const cause = failureCause(type);
  const next = type === kind.UNEXPECTED_RESPONSE ? 'it soon asks a person' : 'it goes on by itself';
  return cause && `${cause}; ${next}`;
}

/** What a poll saw last: its own words, which hold nothing personal. When it asks next is told by the server. */
function pollSaw({ failureType, failure }: Omit<PendingCall, 'activity' | 'state'>): string | undefined {
  const [seen = ''] = failure?.split(/, asking again in |; polling again in /) ?? [];
  return failureType === kind.WAIT_LONGER && seen !== '' ? `asks on: ${seen}` : undefined;
}

/** One sentence on a call that does not come through; nothing on a call that is under way. */
export function pendingCallText({ activity, state, ...call }: PendingCall): string | undefined {
  if (state === 'paused') return `${activity} is paused until an operator resumes it in Temporal`;
  if (state === 'running') return undefined;
  if (call.nextAttemptAt === undefined || call.failureType === undefined)
    return `${activity} waits for its turn${call.queue === undefined ? '' : ` in the queue ${call.queue}`}`;
  const cause = pollSaw(call) ?? failureCause(call.failureType) ?? 'is tried again';
  return `${activity} ${cause}; next attempt at ${instantText(call.nextAttemptAt)}`;
}
