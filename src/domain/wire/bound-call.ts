/**
 * What a workflow hands to an activity, and what comes back, each in one payload that says to which call it belongs. So no
 * payload of another call counts in its place: not that of an earlier one, and not that of another run.
 */
export interface BoundCall {
  /** The type of the activity, and what no other call has. */
  readonly call: string;
  readonly args: readonly unknown[];
}

/** What a worker answers to a call. */
export interface BoundResult {
  readonly call: string;
  readonly result?: unknown;
}

/** The only detail of a failure, from which the workflow has the others. */
export interface BoundFailure {
  readonly call: string;
  readonly type: string;
  readonly message: string;
  readonly details: readonly unknown[];
}

const SEPARATOR = '/';

/** A name for a call, by something that no other call has. */
export const callOf = (activityType: string, id: string): string => `${activityType}${SEPARATOR}${id}`;

/** What an activity of this type was handed; `undefined` where it is not a call of it. */
export function boundCall(given: readonly unknown[], activityType: string): BoundCall | undefined {
  const { call, args } = Object(given[0]) as Partial<BoundCall>;
  const isOfType = typeof call === 'string' && call.startsWith(callOf(activityType, ''));
  return given.length === 1 && isOfType && Array.isArray(args)
    ? { call, args: args as unknown[] }
    : undefined;
}

/** The arguments of an activity as it takes them, whether they stand in a call or by themselves. */
export const argumentsOf = (given: readonly unknown[], activityType: string): readonly unknown[] =>
  // JSON has no other word for a missing argument.
  boundCall(given, activityType)?.args.map((value) => value ?? undefined) ?? given;

/** Whether an answer, or the detail of a failure, belongs to a call. The call itself, given back, is no answer. */
export const isOfCall = (value: unknown, call: string): value is BoundResult & Partial<BoundFailure> =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<BoundResult>).call === call &&
  !('args' in value);
