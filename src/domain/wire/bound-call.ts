/**
 * An activity's arguments, and its result, each in one payload that names its call. So no payload of another
 * call, be it an earlier one or of another run, counts in its place.
 */
export interface BoundCall {
  /** The type of the activity, and an id that no other call has. */
  readonly call: string;
  readonly args: readonly unknown[];
}

/** A worker's answer to a call. */
export interface BoundResult {
  readonly call: string;
  readonly result?: unknown;
}

/** The only detail of a failure; the workflow unpacks the others from it. */
export interface BoundFailure {
  readonly call: string;
  readonly type: string;
  readonly message: string;
  readonly details: readonly unknown[];
}

/** The name of a call, by an id that no other call has. */
export const callOf = (activityType: string, id: string): string => `${activityType}/${id}`;

/** The call in an activity's payloads; `undefined` if they are not a call of this activity type. */
export function boundCall(given: readonly unknown[], activityType: string): BoundCall | undefined {
  const { call, args } = Object(given[0]) as Partial<BoundCall>;
  const isOfType = typeof call === 'string' && call.startsWith(callOf(activityType, ''));
  return given.length === 1 && isOfType && Array.isArray(args)
    ? { call, args: args as unknown[] }
    : undefined;
}

/** The arguments of an activity, whether they come in a call or by themselves. */
export const argumentsOf = (given: readonly unknown[], activityType: string): readonly unknown[] =>
  // JSON turns a missing argument into null.
  boundCall(given, activityType)?.args.map((value) => value ?? undefined) ?? given;

/** Whether an answer, or the detail of a failure, belongs to a call. The call itself, given back, is no answer. */
export const isOfCall = (value: unknown, call: string): value is BoundResult & Partial<BoundFailure> =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<BoundResult>).call === call &&
  !('args' in value);
