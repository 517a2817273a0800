import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../src/activities';
import { ROUTINE_QUEUE, URGENT_QUEUE } from '../../../src/domain/wire/task-queues';
import { bankProxies } from '../../../src/workflows/activity-proxies';

const activitiesOn = (taskQueue: string) =>
  proxyActivities<Activities>({ taskQueue, startToCloseTimeout: 5_000 });

/** Calls the bank over both task queues. */
export async function stubWorkflow(customerId: string): Promise<string[]> {
  const urgent = await activitiesOn(URGENT_QUEUE).getKycStatus({ customerId });
  const routine = await activitiesOn(ROUTINE_QUEUE).getKycStatus({ customerId });
  return [urgent.kyc_status, routine.kyc_status];
}

/** Asks the bank many times at once: for so many on each task queue. */
export async function crowdWorkflow(callers: number): Promise<void> {
  const { urgent, routine } = bankProxies({ rate: 1 });
  const numbers = [...Array(callers).keys()];
  await Promise.all([
    ...numbers.map((number) => routine.getKycStatus({ customerId: `routine-${number}` })),
    ...numbers.map((number) => urgent.getKycStatus({ customerId: `urgent-${number}` })),
  ]);
}
