import type { Job, WorkerOptions } from 'bullmq';
import { Bank } from '../common/bank';
import { settings } from '../common/program';
import type { Work } from './queue';

const bank = new Bank(settings);

/** A job that was taken from a dead worker twice would otherwise fail. */
export const options: Partial<WorkerOptions> = { maxStalledCount: 100 };

/** The job keeps that an attempt is about to send: the next one finds it. */
export async function send(job: Job<Work>): Promise<void> {
  const { payout, accountName = '', isMeant = false } = job.data;
  await job.updateData({ ...job.data, isMeant: true });
  await bank.sendCarefully(payout, accountName, isMeant);
}
