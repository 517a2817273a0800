// npx tsx examples/temporal-worker.ts [ADDRESS]: the activity `get` on the task queues `urgent` and `routine`.
import { ApplicationFailure } from '@temporalio/activity';
import { NativeConnection, Worker } from '@temporalio/worker';
import { RateLimiter, type RateLimitPolicy, type Urgency } from 'fixed-window-limiter';
import { slotSuppliers, tunerFor } from 'fixed-window-limiter/temporal';
import { send } from './fetch-loop';

/** Workers that take tasks while the window has room, urgent ones first; the others wait in Temporal's queues. */
export function createWorkers(connection: NativeConnection, policy: RateLimitPolicy): Promise<Worker[]> {
  const limiter = new RateLimiter({ policy });
  const slots = slotSuppliers(limiter);
  const get = (urgency: Urgency) => async (url: string) => {
    const admission = limiter.admit(urgency, 'get');
    const reply = admission.admitted ? await send(limiter, admission.permit, url) : undefined;
    if (reply?.ok) return reply.text();
    const message = reply ? `HTTP ${reply.status}` : 'no room in the window';
    throw ApplicationFailure.create({ message, nextRetryDelay: Math.max(1_000, limiter.waitMs(urgency)) });
  };
  const worker = (queue: Urgency, activities = { get: get(queue) }) =>
    Worker.create({ connection, taskQueue: queue, activities, tuner: tunerFor(slots[queue]) });
  return Promise.all([worker('urgent'), worker('routine')]);
}

async function main([address = 'localhost:7233']: readonly string[]) {
  const connection = await NativeConnection.connect({ address });
  const workers = await createWorkers(connection, { limit: 100, windowMs: 900_000 });
  await Promise.all(workers.map((worker) => worker.run()));
}
if (require.main === module) void main(process.argv.slice(2));
