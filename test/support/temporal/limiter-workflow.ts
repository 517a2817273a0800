import { proxyActivities } from '@temporalio/workflow';

const activitiesOf = (taskQueue: string) =>
  proxyActivities<{ get: (url: string) => Promise<string> }>({ taskQueue, startToCloseTimeout: 5_000 });

/** Fetches so many pages at once through each task queue of the limiter's example. */
export async function fetchWorkflow(url: string, pages: number): Promise<void> {
  const fetched = ['routine', 'urgent'].flatMap((queue) =>
    Array.from({ length: pages }, (_, page) => activitiesOf(queue).get(`${url}/${queue}/${page}`)),
  );
  await Promise.all(fetched);
}
