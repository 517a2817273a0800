import { REAL_TIME } from '../../src/domain/time/clock';
import { first, provenPayout, second } from '../../test/support/activities/gate';
import { approveBy, startApproved, startPayout } from './approved-payout';
import { makerOf } from './environment';
import { withDevices } from './devices';
import { chargedTogether, withAccountOfStart, withinMandate } from './forgotten-loans';
import { withFreshLogins } from './fresh-logins';
import { underBothPolicies } from './other-worker';
import { sendForeign, type Twin } from './sending';
import { withinLimit } from './splitting';

const APPROVERS = [first.key, second.key];

const wanted = (reference: string) => provenPayout(reference, { madeBy: makerOf(reference) });

/** What differs from the attempts in nothing but that it is legitimate: each must be paid once. */
export const twins: ReadonlyMap<string, Twin> = new Map([
  [
    'a payout that two others have approved',
    async (client, reference, { committed }) => {
      const { handle } = await startApproved(client, wanted(reference), APPROVERS);
      await handle.result();
      return committed(reference) === 1;
    },
  ],
  [
    'a payout whose input brings the clock of production',
    async (client, reference, { committed }) => {
      const handle = await startPayout(client, wanted(reference), { more: { clock: REAL_TIME } });
      await approveBy(handle, APPROVERS);
      await handle.result();
      return committed(reference) === 1;
    },
  ],
  [
    'a foreign workflow under the id of the case, with the whole of its proof',
    async (client, reference, { committed }) => {
      const payout = wanted(reference);
      const isSent = await sendForeign(client, payout.wf, [payout.order, await payout.legitimate()]);
      return isSent && committed(reference) === 1;
    },
  ],
  ['a payout that two people have approved at the desk, each after a fresh login', withFreshLogins],
  [
    'a payout that two people have approved at the desk, each with a login and a device of their own',
    withDevices,
  ],
  ['an account that a loan was begun with, and nobody has withdrawn', withAccountOfStart],
  ['a charge within the mandate of a loan, which nobody has paused', withinMandate],
  ['a charge that an officer has asked for and a supervisor has confirmed', chargedTogether],
  ['parts of a sum within the limit of a day', withinLimit],
  ['a payout that is allowed by the laxer policy and by the stricter one', underBothPolicies],
] satisfies [string, Twin][]);
