import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import { Bank, Limited, Refused } from '../common/bank';
import { nextLookSeconds, realMs, RETRIES } from '../common/cadence';
import { run, settings, submitAll, tell } from '../common/program';
import * as careful from './careful';
import * as idiomatic from './idiomatic';
import { add, connection, queue, QUEUE, type Work } from './queue';

const { send, options } = settings.variant === 'careful' ? careful : idiomatic;
const bank = new Bank(settings);

const firstDelay = () => realMs(settings, nextLookSeconds(settings, 0));

/** Each job makes one call of the bank, since the limiter counts jobs, and adds the next one. */
async function process(job: Job<Work>, token?: string): Promise<string | undefined> {
  const { payout, waitedSeconds = 0 } = job.data;
  if (job.name === 'resolve') {
    await add('send', { payout, accountName: await bank.resolve(payout) });
    return undefined;
  }
  if (job.name === 'send') {
    await send(job);
    await add('read', { payout }, { delay: firstDelay() });
    return undefined;
  }
  const end = await bank.end(payout.reference);
  if (end === undefined) return readLater(job, waitedSeconds, token);
  tell(payout.reference, end);
  return end;
}

/** The same job, later, without counting as an attempt. */
async function readLater(job: Job<Work>, waitedSeconds: number, token?: string): Promise<never> {
  const waited = waitedSeconds + Math.max(1, nextLookSeconds(settings, waitedSeconds));
  await job.updateData({ ...job.data, waitedSeconds: waited });
  await job.moveToDelayed(Date.now() + realMs(settings, nextLookSeconds(settings, waited)), token);
  throw new DelayedError();
}

async function explained(job: Job<Work>, token?: string): Promise<string | undefined> {
  try {
    return await process(job, token);
  } catch (error) {
    if (error instanceof Refused) throw new UnrecoverableError(error.message);
    if (!(error instanceof Limited)) throw error;
    await queue.rateLimit(error.retryAfterMs);
    throw Worker.RateLimitError();
  }
}

run(async () => {
  const { limit } = settings;
  const worker = new Worker<Work, string | undefined>(QUEUE, explained, {
    ...{ connection, concurrency: 100 },
    ...(limit && { limiter: { max: limit.calls, duration: limit.windowMs } }),
    settings: {
      backoffStrategy: (attempts) =>
        Math.min(RETRIES.firstMs * RETRIES.factor ** (attempts - 1), RETRIES.longestMs) / settings.rate,
    },
    ...options,
  });
  worker.on('error', () => undefined);
  worker.on('failed', (job) => {
    if (job && (job.finishedOn !== undefined || job.attemptsMade >= RETRIES.attempts))
      tell(job.data.payout.reference, 'FAILED');
  });
  await worker.waitUntilReady();
  void submitAll((payout) =>
    payout.accountName === undefined
      ? add('resolve', { payout })
      : add('send', { payout, accountName: payout.accountName }),
  );
  return () => worker.close();
});
