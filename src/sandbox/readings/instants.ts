import { changeFields } from './fields';
import type { ReadingName } from '../../bank/contract/readings';
import type { Look } from './outgoing-reply';

/** The fields of the contract that hold an instant. Due dates are dates, whatever the reading. */
const INSTANTS = [
  'created_at',
  'updated_at',
  'dob',
  'enrolled_at',
  'verified_at',
  'expiresAt',
  'inviteSentAt',
  'submittedAt',
  'entryDate',
  'updatedDate',
];

const LAGOS_AHEAD_MS = 60 * 60 * 1000;

/** The wall clock in Lagos at an instant, to the millisecond. */
const inLagos = (instant: string): string =>
  new Date(Date.parse(instant) + LAGOS_AHEAD_MS).toISOString().slice(0, -1);

const written: Record<ReadingName<'instants'>, (instant: string) => string> = {
  utc: (instant) => instant,
  offset: (instant) => `${inLagos(instant)}+01:00`,
  'no-zone': inLagos,
  'date-only': (instant) => inLagos(instant).slice(0, 10),
};

/** Any value with its instants written as a reading has them. */
export const writeInstants = (value: unknown, reading: ReadingName<'instants'>): unknown =>
  changeFields(value, INSTANTS, (field) => (typeof field === 'string' ? written[reading](field) : field));

/** How an instant is written. */
export const instantsLook: Look = (reply, readings) => ({
  ...reply,
  body: writeInstants(reply.body, readings.of('instants')),
});
