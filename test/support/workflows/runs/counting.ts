import { condition, defineQuery, defineSignal, setHandler, sleep } from '@temporalio/workflow';
import type { Carried } from '../../../../src/workflows/case/runs/carried';
import { handOver } from '../../../../src/workflows/case/runs/handover';
import { vouched } from '../../../../src/workflows/succession';

/** What `counting` has counted, over all its runs. */
interface Counted {
  readonly carried?: { readonly seen: number };
}

/** Counts signals, and goes on in new runs as a case does. `countLater` asks the server for something, too. */
export async function counting({ carried }: Counted = {}): Promise<number> {
  let seen = carried?.seen ?? 0;
  let isOver = false;
  setHandler(defineQuery('seen'), () => ({ seen }));
  setHandler(defineSignal('count'), () => {
    seen++;
  });
  setHandler(defineSignal('countLater'), async () => {
    await sleep(1);
    seen++;
  });
  setHandler(defineSignal('end'), () => {
    isOver = true;
  });
  const carryOver = () => ({ seen }) as unknown as Carried;
  await Promise.race([condition(() => isOver), handOver({ mayHandOver: true, root: undefined, carryOver })]);
  // A case asks workers for its last entries of the audit before it ends.
  await vouched(undefined, []);
  return seen;
}
