import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { RateLimiter } from 'fixed-window-limiter';
import { reasonOf } from '../records/connection';
import { sentenceOn } from '../records/shared-settings';
import { runWorkers } from '../temporal/workers';
import { KEEPER_LOOK_MS, STAND_BY_LOOK_MS, type Lease } from './lease';

interface BankCaller {
  readonly lease: Lease;
  /** It asks the lease before each call. */
  readonly limiter: RateLimiter;
  /** Creates new workers of the task queues each time: a worker that has ended cannot run again. */
  readonly createBankWorkers: () => Promise<Worker[]>;
  /** The keeper's work for all workers, such as setting the schedules; tried until it succeeds. */
  readonly begin: () => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

const BEGIN_AGAIN_MS = 10_000;

const AWAY = 'The lease of the calls to the bank cannot be renewed or taken: no calls until it can';

/** Calls the bank until `ended` resolves: as its keeper if there is a lease, on its own otherwise. */
export async function callBank(
  { lease, ...rest }: Omit<BankCaller, 'lease'> & { readonly lease: Lease | undefined },
  ended: Promise<unknown>,
): Promise<void> {
  if (lease) return keep({ lease, ...rest }, ended);
  const over = new AbortController();
  void begun(rest, over.signal);
  return runWorkers(await rest.createBankWorkers(), ended).finally(() => over.abort());
}

/** Runs the bank's task queues while this process has the lease, else stands by, until `ended` resolves. */
async function keep(caller: BankCaller, ended: Promise<unknown>): Promise<void> {
  const end = new AbortController();
  void ended.finally(() => end.abort());
  while (!end.signal.aborted) {
    const spentMs = await untilTaken(caller, end.signal);
    if (spentMs !== undefined) await keepFrom(spentMs, caller, ended);
  }
}

/**
 * A term as keeper, until another process has the lease or this one ends. Calls under way may finish. The limiter's
 * knowledge of the bank begins and ends with it.
 */
async function keepFrom(spentMs: number, caller: BankCaller, ended: Promise<unknown>): Promise<void> {
  const { lease, limiter, createBankWorkers, log } = caller;
  limiter.startOver(spentMs);
  log.info('Calls the bank: this worker is the keeper');
  const over = new AbortController();
  const lost = renewing(caller, over.signal);
  void begun(caller, over.signal);
  try {
    await runWorkers(await createBankWorkers(), Promise.race([ended, lost]));
  } finally {
    over.abort();
    await lost;
    await lease.release(usedUpForMs(limiter)).catch(() => undefined);
    limiter.startOver();
  }
}

/** Stands by until it becomes the keeper; returns how long the window is then known to be used up. */
async function untilTaken({ lease, log }: BankCaller, end: AbortSignal): Promise<number | undefined> {
  const away = once((sentence) => log.warn(sentence));
  const standsBy = once((sentence) => log.info(sentence));
  const differs = once((sentence) => log.warn(sentence));
  while (!end.aborted) {
    try {
      const spentMs = await lease.take();
      if (spentMs !== undefined) return spentMs;
      standsBy(`Stands by: the worker ${lease.keeper ?? 'that was quicker'} calls the bank`);
      const sentence = sentenceOn(lease.differences);
      if (sentence !== undefined) differs(sentence);
    } catch (error) {
      away(`${AWAY} (${reasonOf(error)})`);
    }
    await isAwakeAfter(Math.min(STAND_BY_LOOK_MS, lease.freeInMs || STAND_BY_LOOK_MS), end);
  }
  return undefined;
}

/** Renews the lease until `over`; resolves earlier if another process has it. */
async function renewing({ lease, limiter, log }: BankCaller, over: AbortSignal): Promise<void> {
  const warn = (sentence: string) => log.warn(sentence);
  let away = once(warn);
  while (await isAwakeAfter(KEEPER_LOOK_MS, over)) {
    const spentMs = usedUpForMs(limiter);
    if (!lease.isDue(spentMs)) continue;
    try {
      if (!(await lease.renew(spentMs))) {
        log.warn('Another worker has become the keeper: this one calls the bank no more');
        return;
      }
      away = once(warn);
    } catch (error) {
      away(`${AWAY} (${reasonOf(error)})`);
    }
  }
}

/** Tries to begin until that succeeds, or until it is over. */
async function begun({ begin, log }: Pick<BankCaller, 'begin' | 'log'>, over: AbortSignal): Promise<void> {
  const failed = once((sentence) => log.warn(sentence));
  const succeeds = () =>
    begin().then(
      () => true,
      (error: unknown) => failed(`The schedules cannot be set yet: ${String(error)}`),
    );
  while (!over.aborted && !(await succeeds())) await isAwakeAfter(BEGIN_AGAIN_MS, over);
}

/** Waits; false if `over` came first. */
const isAwakeAfter = (ms: number, over: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal: over }).catch(() => false);

/** Milliseconds for which the bank's window is known to take no more calls. */
function usedUpForMs(limiter: RateLimiter): number {
  const usedUp = limiter.snapshots().filter(({ isOpen, remaining }) => isOpen && remaining === 0);
  return Math.max(0, ...usedUp.map(({ endsInMs }) => endsInMs));
}

/** Logs only the first sentence. */
function once(log: (sentence: string) => void): (sentence: string) => void {
  let isSaid = false;
  return (sentence) => {
    if (!isSaid) log(sentence);
    isSaid = true;
  };
}
