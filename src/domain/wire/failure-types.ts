/**
 * The failure types of activities, by which workflows tell them apart, and the words for a wait that each causes.
 * `activities/failures.ts` maps errors to them and sets how each is retried.
 */

/** The bank's rate limit; passes by itself. Never seen by a workflow. */
export const RATE_LIMITED = 'RATE_LIMITED';
/** The bank cannot be reached, or a harmless request got no answer; passes by itself. */
export const SERVICE_UNAVAILABLE = 'SERVICE_UNAVAILABLE';
/** A write may or may not have taken effect: read before anything else is sent. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';
/** The worker could not learn whether an attempt at a write still counted, so it sent nothing. */
export const ATTEMPT_LOST = 'ATTEMPT_LOST';
/**
 * The worker sent nothing, since it lacks the proof that people have asked for this very thing. Details: where more people
 * must agree to it, the rule and who has agreed.
 */
export const PROOF_REFUSED = 'PROOF_REFUSED';
/** The worker sent nothing, since the account is held in another name than the customer's. Details: the verdict on it. */
export const HOLDER_DIFFERS = 'HOLDER_DIFFERS';
/** The bank said no. Details: one object of status, refusal and fields. */
export const REQUEST_REFUSED = 'REQUEST_REFUSED';
/** The bank said "later"; the activity's retry policy is the cadence. */
export const NOT_YET = 'NOT_YET';
/** The keys are wrong or lack permission; retried slowly until an operator corrects them. */
export const NOT_AUTHORISED = 'NOT_AUTHORISED';
/** The answers to a read or a repeatable write break the contract; workflows see it after ten minutes. */
export const UNEXPECTED_RESPONSE = 'UNEXPECTED_RESPONSE';
/** The input is invalid; the message names the fields. */
export const INVALID_INPUT = 'INVALID_INPUT';
/** A poll's event has not happened yet. */
export const WAIT_LONGER = 'WAIT_LONGER';
/** A document in the store is missing, too large, of another type or has other content than it was handed in with. */
export const DOCUMENT_UNUSABLE = 'DOCUMENT_UNUSABLE';
/** A fault of our own, or of the machine; retried, since only a person or a new version can end it. */
export const UNEXPECTED_FAULT = 'UNEXPECTED_FAULT';
/** The database of the records could not be reached, or refused. */
export const RECORDS_UNAVAILABLE = 'RECORDS_UNAVAILABLE';
/** The worker sent nothing, since its policy is older than the one under which the case was opened. */
export const POLICY_OLDER = 'POLICY_OLDER';

const CAUSES: Readonly<Record<string, string>> = {
  [RATE_LIMITED]: "waits for the bank's window, which has no call left for it",
  [SERVICE_UNAVAILABLE]: 'waits for the bank, which did not answer',
  [NOT_AUTHORISED]: 'waits for keys that the bank accepts',
  [NOT_YET]: 'waits until the bank is ready for it',
  [UNEXPECTED_RESPONSE]: 'waits after an answer that cannot be read',
  [ATTEMPT_LOST]: 'waits until the server confirms that this attempt still counts',
  [RECORDS_UNAVAILABLE]: 'waits for the database of the records',
  [WAIT_LONGER]: 'asks the bank from time to time; it has not happened yet',
  [UNEXPECTED_FAULT]: "waits after an error of our own; the worker's log has it",
};

/** Why a failed call that is tried again waits; `undefined` for a failure type that is not ours. */
export const failureCause = (type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;

/** The same for a step that has repeated for long, with the next step: a person if answers are unreadable. */
export function stallText(type: unknown): string | undefined {
  const cause = failureCause(type);
  const next = type === UNEXPECTED_RESPONSE ? 'it soon asks a person' : 'it goes on by itself';
  return cause && `${cause}; ${next}`;
}
