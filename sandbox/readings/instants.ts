import { changeFields, type Look } from './readings';
import type { ReadingName } from './dimensions';

/** An offer's end and due dates, which a bank may write differently from other instants. */
const DATES = ['expiresAt', 'dueDate', 'nextRepaymentDate'];

/** The other fields of the contract that hold an instant. */
const OTHER_INSTANTS = [
  'created_at',
  'updated_at',
  'dob',
  'enrolled_at',
  'verified_at',
  'inviteSentAt',
  'submittedAt',
  'entryDate',
  'updatedDate',
];
const INSTANTS = [...OTHER_INSTANTS, 'expiresAt'];

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

const writeFields = (value: unknown, names: readonly string[], write: (text: string) => string): unknown =>
  changeFields(value, names, (field) => (typeof field === 'string' ? write(field) : field));

/** Writes the instants in a value as a reading does. */
export const writeInstants = (value: unknown, reading: ReadingName<'instants'>): unknown =>
  writeFields(value, INSTANTS, written[reading]);

const asInstant = (date: string): string => new Date(date).toISOString();

const writtenDates: Record<ReadingName<'dates'>, (date: string) => string> = {
  documented: (date) => date,
  utc: asInstant,
  offset: (date) => written.offset(asInstant(date)),
  'no-zone': (date) => written['no-zone'](asInstant(date)),
  'date-only': (date) => date.slice(0, 10),
  empty: () => '',
  'turned-round': (date) => date.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1-$3-$2'),
};

/** The format of instants, an offer's end and due dates. */
export const instantsLook: Look = (reply, readings) => {
  const dates = readings.of('dates');
  const [apart, instants] = dates === 'documented' ? [[], INSTANTS] : [DATES, OTHER_INSTANTS];
  const body = writeFields(reply.body, instants, written[readings.of('instants')]);
  return { ...reply, body: writeFields(body, apart, writtenDates[dates]) };
};
