import * as kind from '../wire/failure-types';

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
export const failureCause = (type: unknown): string | undefined =>
  typeof type === 'string' && Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined;

/** The same for a step that has repeated for long, with the next step: a person if answers are unreadable. */
export function stallText(type: unknown): string | undefined {
  const cause = failureCause(type);
  const next = type === kind.UNEXPECTED_RESPONSE ? 'it soon asks a person' : 'it goes on by itself';
  return cause && `${cause}; ${next}`;
}
