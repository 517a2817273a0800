import type { Context } from '@temporalio/activity';

/** What attempts of one activity leave for the next one, each thing by its name. */
type Details = Readonly<Record<string, unknown>>;

const latest = new WeakMap<Context, Details>();

/** What earlier attempts of this activity have left, and this one so far. */
export const leftIn = (context: Context): Details =>
  latest.get(context) ??
  (Object((context.info as { heartbeatDetails?: unknown }).heartbeatDetails) as Details);

/** Leaves this for the next attempt by a heartbeat, instead of all that was left before. */
export function leave(context: Context, details: Details): void {
  latest.set(context, details);
  context.heartbeat(details);
}
