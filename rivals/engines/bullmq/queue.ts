import { Queue, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { RETRIES } from '../common/cadence';
import { settings } from '../common/program';
import type { Payout } from '../common/settings';

export const QUEUE = 'bank';

/** A worker waits for as long as Redis is away. */
export const connection = new Redis(settings.server.redis ?? '', { maxRetriesPerRequest: null });
connection.on('error', () => undefined);

export interface Work {
  readonly payout: Payout;
  readonly accountName?: string;
  readonly waitedSeconds?: number;
  /** Careful alone: an attempt is about to send. */
  readonly isMeant?: boolean;
}

export const queue = new Queue<Work, string | undefined>(QUEUE, { connection });
queue.on('error', () => undefined);

/** Jobs without a priority come first. */
const READ_PRIORITY = 10;

/** The next call of a payout as a job of its own; under the same id it is added once. */
export const add = (name: 'resolve' | 'send' | 'read', work: Work, options: JobsOptions = {}) =>
  queue.add(name, work, {
    ...{ jobId: `${work.payout.reference}-${name}`, attempts: RETRIES.attempts },
    // With "exponential" BullMQ doubles without an end.
    backoff: { type: 'custom' },
    ...(name === 'read' && { priority: READ_PRIORITY }),
    ...options,
  });
