/**
 * What a worker puts in the place of a payload that it refuses: one in plain text, or encrypted for another case. It is
 * the same at every replay, and the interceptors of workflows and activities let it go no further.
 */
interface UnreadablePayload {
  readonly unreadablePayload: string;
}

/** Who encrypted a payload: a worker, or a person with the command line, whose words are commands and nothing else. */
export type Origin = 'worker' | 'person';

/** Where the metadata of a payload say its origin; a decrypted one says it, too, for workflows. */
export const ORIGIN = 'encryption-origin';

/** Why what only workers may say is refused. */
export const NOT_OF_A_WORKER = 'it does not come from a worker';

/** A stand-in that says why. */
export const unreadable = (reason: string): UnreadablePayload => ({ unreadablePayload: reason });

/** Why a value could not be read; `undefined` if it is an ordinary value. */
export const reasonUnreadable = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'unreadablePayload' in value
    ? String(value.unreadablePayload)
    : undefined;

/** Why one of several values could not be read; `undefined` if all are ordinary values. */
export const reasonUnreadableAmong = (values: readonly unknown[]): string | undefined =>
  values.map(reasonUnreadable).find((reason) => reason !== undefined);
