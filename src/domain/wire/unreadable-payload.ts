/** The encrypter of a payload: a worker, or a person with the command line, who may only send commands. */
export type Origin = 'worker' | 'person';

/** The metadata key of a payload's origin; a decrypted payload keeps it for workflows. */
export const ORIGIN = 'encryption-origin';

/** The reason for refusing a person's payload where only workers may send one. */
export const NOT_OF_A_WORKER = 'it does not come from a worker';

/**
 * A worker's stand-in for a payload that it refuses: one in plain text, or encrypted for another case. It is
 * the same at every replay, and the interceptors of workflows and activities stop it.
 */
export const unreadable = (reason: string) => ({ unreadablePayload: reason });

/** Why a value could not be read; `undefined` if it is an ordinary value. */
export const reasonUnreadable = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'unreadablePayload' in value
    ? String(value.unreadablePayload)
    : undefined;

/** Why one of several values could not be read; `undefined` if all are ordinary values. */
export const reasonUnreadableAmong = (values: readonly unknown[]): string | undefined =>
  values.map(reasonUnreadable).find((reason) => reason !== undefined);
