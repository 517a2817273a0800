import type { Job, WorkerOptions } from 'bullmq';
import { Bank } from '../common/bank';
import { settings } from '../common/program';
import type { Work } from './queue';

const bank = new Bank(settings);

export const options: Partial<WorkerOptions> = {};

/** The reference is the idempotency key, and BullMQ runs the job again. */
export const send = ({ data: { payout, accountName = '' } }: Job<Work>): Promise<void> =>
  bank.send(payout, accountName);
