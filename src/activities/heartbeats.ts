import { Context } from '@temporalio/activity';

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

/** How often work of unknown length tells the server that it is alive; the server's own limit keeps most of them back. */
const HEARTBEAT_EVERY_MS = 5_000;

/** So that the server sees a lost worker soon, and the work hears that it is cancelled. */
export async function heartbeating<R>(work: () => Promise<R>): Promise<R> {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
  }, HEARTBEAT_EVERY_MS);
  return work().finally(() => {
    clearInterval(timer);
  });
}
