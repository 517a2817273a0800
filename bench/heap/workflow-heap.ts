import workerThreads from 'node:worker_threads';
import { text } from 'node:stream/consumers';

const threads: workerThreads.Worker[] = [];

/** Temporal runs workflows on threads of its own; remembering them is the only way to look into their heaps. */
class RememberedThread extends workerThreads.Worker {
  constructor(...args: ConstructorParameters<typeof workerThreads.Worker>) {
    super(...args);
    threads.push(this);
  }
}

/** Must be called before `@temporalio/worker` is loaded. */
export function rememberThreads(): void {
  workerThreads.Worker = RememberedThread;
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } };
  readonly nodes: readonly number[];
}

/** Live bytes on the heaps of all workflow threads, after a full garbage collection each. */
export async function liveHeapBytes(): Promise<number> {
  let bytes = 0;
  for (const thread of threads)
    bytes += liveBytes(JSON.parse(await text(await thread.getHeapSnapshot())) as Snapshot);
  return bytes;
}

function liveBytes({ snapshot, nodes }: Snapshot): number {
  const fields = snapshot.meta.node_fields;
  const size = fields.indexOf('self_size');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length) bytes += nodes[node + size] ?? 0;
  return bytes;
}
