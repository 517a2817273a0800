import type { EventRecord } from '../bank-state';
import type { ReadingName } from './dimensions';
import { changeFields, isObject, withoutFields, type Look, type Readings } from './readings';
import { writeInstants } from './instants';
import type { OperationName } from '../../src/bank/contract';

type Payload = EventRecord['data'];

const OTHER_NAMES: Record<string, string> = {
  'account.incoming-transaction': 'transfer.credit',
  'account.outgoing-transaction': 'transfer.debit',
};

const otherName = (name: unknown) => OTHER_NAMES[String(name)] ?? name;

const contents: Record<ReadingName<'webhookContent'>, (payload: Payload) => unknown> = {
  documented: (payload) => payload,
  'no-remark': (payload) =>
    isObject(payload.data)
      ? { ...payload, data: withoutFields(payload.data, ['transactionDetails']) }
      : payload,
  'numbers-as-text': (payload) => changeFields(payload, ['amount'], String),
  'unknown-names': (payload) => changeFields(payload, ['event'], otherName),
};

/** The payload of an event as the bank delivers it. */
export const payloadShown = (payload: Payload, readings: Readings): Payload =>
  writeInstants(contentOf(payload, readings), readings.of('instants')) as Payload;

function contentOf(payload: Payload, readings: Readings): Payload {
  const inUnit = readings.of('units') === 'swapped' ? inKobo(payload) : payload;
  return contents[readings.of('webhookContent')](inUnit as Payload) as Payload;
}

function listed(event: EventRecord, readings: Readings): EventRecord {
  const data = contentOf(event.data, readings);
  return { ...event, data, event_type: String(data.event) };
}

/** The content of events in the history, which is that of their deliveries. */
export const eventsLook: Look = (reply, readings) => {
  if (reply.operation !== 'listWebhookEvents' || !isObject(reply.body) || !Array.isArray(reply.body.data))
    return reply;
  const events = reply.body.data as EventRecord[];
  return { ...reply, body: { ...reply.body, data: events.map((event) => listed(event, readings)) } };
};

/** The amounts that are probably in kobo, although the document does not say so for certain. */
const KOBO_FIELDS: Partial<Record<OperationName, readonly string[]>> = {
  getAccount: ['balance', 'available_balance'],
  listAccounts: ['balance', 'available_balance'],
  listTransactions: ['amount', 'balance'],
  verifyTransaction: ['amount'],
};

const KOBO_PER_NAIRA = 100;
const toNaira = (kobo: unknown) => Number(kobo) / KOBO_PER_NAIRA;
const toKobo = (naira: unknown) => Math.round(Number(naira) * KOBO_PER_NAIRA);

/** The unit of balances and transactions. */
export const unitsLook: Look = (reply, readings) => {
  const fields = reply.operation && KOBO_FIELDS[reply.operation];
  if (!fields || readings.of('units') === 'documented') return reply;
  return { ...reply, body: changeFields(reply.body, fields, toNaira) };
};

/** Converts an event's amount, documented as naira, to kobo. */
const inKobo = (event: unknown): unknown => changeFields(event, ['amount'], toKobo);
