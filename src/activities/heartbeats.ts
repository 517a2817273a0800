import { Context } from '@temporalio/activity';

/** The details that attempts of one activity leave for the next one, by name. */
type Details = Readonly<Record<string, unknown>>;

const latest = new WeakMap<Context, Details>();

/** The details left last, by this attempt or an earlier one. */
export const leftIn = (context: Context): Details =>
  latest.get(context) ??
  (Object((context.info as { heartbeatDetails?: unknown }).heartbeatDetails) as Details);

/** Leaves details for the next attempt by a heartbeat, in place of all that were left before. */
export function leave(context: Context, details: Details): void {
  latest.set(context, details);
  context.heartbeat(details);
}

/** How often work of unknown length tells the server that it is alive; the server's own limit keeps most of them back. */
const HEARTBEAT_EVERY_MS = 5_000;

/** Heartbeats during work: the server misses a lost worker soon, and the work learns of a cancellation. */
export async function heartbeating<R>(work: () => Promise<R>): Promise<R> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
  return work().finally(() => clearInterval(timer));
}
