import { isDeepStrictEqual } from 'node:util';
import type { DimensionName, ReadingName } from '../../bank/contract/readings';
import { eventsLook } from './events';
import { instantsLook } from './instants';
import { lendingLook } from './lending-replies';
import { totalsLook } from './lists';
import type { Look, OutgoingReply } from './readings';
import { payoutStatusLook, unknownPayoutLook } from './payout-status';
import { unitsLook } from './units';
import { isObject } from './fields';

interface Failure {
  readonly status: string;
  readonly message: string;
  readonly errors?: readonly object[];
}

const bodies: Record<ReadingName<'errorBody'>, (failure: Failure, sent: string) => unknown> = {
  documented: (failure) => failure,
  'errors-only': ({ message, errors }) => ({ errors: errors ?? [{ msg: message }] }),
  nested: ({ message, errors }) => ({ error: { message, ...(errors && { errors }) } }),
  'plain-text': ({ message }) => message,
  echoing: (failure, sent) => ({ ...failure, message: `${failure.message}: ${sent}` }),
};

/** The body of a refusal. */
const errorLook: Look = (reply, readings) =>
  isFailure(reply) ? { ...reply, body: bodies[readings.of('errorBody')](reply.body, reply.sent) } : reply;

const isFailure = (reply: OutgoingReply): reply is OutgoingReply & { body: Failure } =>
  reply.status >= 400 && isObject(reply.body) && typeof reply.body.message === 'string';

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
