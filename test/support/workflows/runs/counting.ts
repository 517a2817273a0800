import { condition, defineQuery, defineSignal, setHandler, sleep } from '@temporalio/workflow';
import { unlessHandedOver } from '../../../../src/workflows/repayment/handover';
import { vouched } from '../../../../src/workflows/activity-proxies';

/** What `counting` has counted, over all its runs. */
interface Counted {
  readonly carried?: { readonly seen: number };
}

/** Counts signals, and goes on in new runs as a repayment does. `countLater` asks the server for something, too. */
export async function counting({ carried }: Counted = {}): Promise<number> {
  let seen = carried?.seen ?? 0;
  let turns = 0;
  let isOver = false;
  setHandler(defineQuery('seen'), () => ({ seen }));
  setHandler(defineSignal('count'), () => {
    turns++;
    seen++;
  });
  setHandler(defineSignal('countLater'), async () => {
    await sleep(1);
    seen++;
  });
  setHandler(defineSignal('end'), () => {
    isOver = true;
  });
  const owner = {
    ...{ isAtRest: true, root: undefined, carryOver: () => ({ seen }) },
    get turns() {
      return turns;
    },
  };
  await unlessHandedOver(owner, () => condition(() => isOver));
  // A case asks workers for its last entries of the audit before it ends.
  await vouched(undefined, []);
  return seen;
}
