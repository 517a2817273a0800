import { DBOS } from '@dbos-inc/dbos-sdk';
import { nextLookSeconds, realMs } from '../common/cadence';
import { run, settings, submitAll, tell } from '../common/program';
import type { Payout } from '../common/settings';
import type { Answer, Call } from './calls';
import * as careful from './careful';
import * as idiomatic from './idiomatic';

const { calls } = settings.variant === 'careful' ? careful : idiomatic;
const QUEUE = 'bank';
/** Sends come first; 0 would be before all. */
const PRIORITY: Record<Call, number> = { resolve: 1, send: 1, read: 10 };

/** The default second would count as 20; each waiting payout asks so often. */
const RESULT_EVERY_MS = 500;

/** One call of the bank as a workflow of its own, because a queue limits how often workflows start. */
const limitedCall = DBOS.registerWorkflow(
  (name: Call, payout: Payout, accountName: string): Promise<Answer> => calls[name](payout, accountName),
  { name: 'call' },
);

async function call(name: Call, payout: Payout, accountName = ''): Promise<Answer> {
  if (!settings.limit) return calls[name](payout, accountName);
  const options = { queueName: QUEUE, enqueueOptions: { priority: PRIORITY[name] } };
  const handle = await DBOS.startWorkflow(limitedCall, options)(name, payout, accountName);
  return handle.getResult({ pollingIntervalMs: RESULT_EVERY_MS });
}

const payoutWorkflow = DBOS.registerWorkflow(
  async (payout: Payout): Promise<void> => {
    try {
      tell(payout.reference, await payOut(payout));
    } catch (error) {
      if (isFinal(error)) tell(payout.reference, 'FAILED');
      throw error;
    }
  },
  { name: 'payout' },
);

/** Anything else, such as a lost database, leaves the workflow to its recovery. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'Refused' || error.message.includes('has exceeded its maximum of'));

async function payOut(payout: Payout): Promise<string> {
  const accountName = payout.accountName ?? (await call('resolve', payout)) ?? '';
  await call('send', payout, accountName);
  for (let waited = 0; ;) {
    const seconds = nextLookSeconds(settings, waited);
    waited += Math.max(seconds, 1);
    if (seconds > 0) await DBOS.sleep(realMs(settings, seconds));
    const end = await call('read', payout);
    if (end !== null) return end;
  }
}

run(async () => {
  DBOS.setConfig({
    ...{ name: 'rivals', systemDatabaseUrl: settings.server.postgres ?? '', logLevel: 'error' },
    // One version: a restarted program is the same program, and recovers what the one before it left.
    ...{ executorID: 'program', applicationVersion: '1' },
  });
  await DBOS.launch();
  const { limit } = settings;
  if (limit)
    await DBOS.registerQueue(QUEUE, {
      rateLimit: { limitPerPeriod: limit.calls, periodSec: limit.windowMs / 1_000 },
      minPollingIntervalMs: 50,
    });
  void submitAll((payout) => DBOS.startWorkflow(payoutWorkflow, { workflowID: payout.reference })(payout));
  return () => DBOS.shutdown();
});
