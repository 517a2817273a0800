import { errorLook } from './error-body';
import { eventsLook } from './events';
import { instantsLook } from './instants';
import { lendingLook } from './lending-replies';
import { totalsLook } from './lists';
import type { Look } from './outgoing-reply';
import { payoutStatusLook, unknownPayoutLook } from './payout-status';
import { unitsLook } from './units';

/** Every reading that only changes how a reply looks, in this order. */
const looks: readonly Look[] = [
  unknownPayoutLook,
  payoutStatusLook,
  lendingLook,
  eventsLook,
  unitsLook,
  totalsLook,
  instantsLook,
  errorLook,
];

/** A reply as the bank gives it under the readings in force. */
export const lookOf: Look = (reply, readings) => looks.reduce((shown, look) => look(shown, readings), reply);
