import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../src/activities';
import { ROUTINE_LANE, URGENT_LANE } from '../../src/domain/task-queues';

const lane = (taskQueue: string) => proxyActivities<Activities>({ taskQueue, startToCloseTimeout: 5_000 });

/** Calls the service over both lanes. */
export async function stubWorkflow(customerId: string): Promise<string[]> {
  const urgent = await lane(URGENT_LANE).getKycStatus({ customerId });
  const routine = await lane(ROUTINE_LANE).getKycStatus({ customerId });
  return [urgent.kyc_status, routine.kyc_status];
}
