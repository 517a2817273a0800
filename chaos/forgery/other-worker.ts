import { provenPayout } from '../../test/support/activities/gate';
import { causeOfAttention, startPayout } from './approved-payout';
import { makerOf } from './environment';
import { LAX_QUEUE, type Attempt, type Twin } from './sending';

/** A worker whose policy wants no approval lets the case go on; the worker that is to send it asks for the people all the same. */
const letThrough: Attempt = async (client, payout, { committed }) => {
  const { reference } = payout.payout;
  const handle = await startPayout(client, payout, { taskQueue: LAX_QUEUE });
  const cause = await causeOfAttention(handle);
  await handle.terminate('the attempt is over').catch(() => undefined);
  if (committed(reference) === 0 && !cause.includes('0 of 2 people'))
    throw new Error(`something else has stopped it: ${cause}`);
  return committed(reference) > 0;
};

/** So little needs no approval under either policy. */
export const underBothPolicies: Twin = async (client, reference, { committed }) => {
  const payout = provenPayout(reference, { amountKobo: 500_000, madeBy: makerOf(reference) });
  await (await startPayout(client, payout, { taskQueue: LAX_QUEUE })).result();
  return committed(reference) === 1;
};

/** Cases that a worker with another policy has let through. */
export const byOtherWorkers: readonly [string, Attempt][] = [
  ['a payout that a worker with a laxer policy has let through', letThrough],
];
