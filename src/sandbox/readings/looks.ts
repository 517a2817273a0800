import { isDeepStrictEqual } from 'node:util';
import type { DimensionName } from '../../bank/contract/readings';
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

const shown: Look = (reply, readings) => looks.reduce((before, look) => look(before, readings), reply);

/** A reply as the bank gives it under the readings in force. A reading is met where the reply would be another without it. */
export const lookOf: Look = (reply, readings) => {
  const given = shown(reply, readings);
  for (const dimension of Object.keys(readings.unusual) as DimensionName[])
    if (!isDeepStrictEqual(given, shown(reply, readings.without(dimension)))) readings.meet(dimension);
  return given;
};
