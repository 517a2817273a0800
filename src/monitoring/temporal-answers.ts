import type { Client } from '@temporalio/client';

const WITHIN_MS = 2_000;

/** Whether Temporal answers a client in time. */
export const isTemporalAnswering = ({ connection }: Client): Promise<boolean> =>
  connection
    .withDeadline(Date.now() + WITHIN_MS, () => connection.workflowService.getSystemInfo({}))
    .then(
      () => true,
      () => false,
    );
