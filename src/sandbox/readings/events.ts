import type { EventRecord } from '../records';
import type { ReadingName } from '../../bank/contract/readings';
import { changeFields, isObject, withoutFields } from './fields';
import { writeInstants } from './instants';
import type { Look, Readings } from './readings';
import { inKobo } from './units';

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

/** What an event carries, in the history as in its delivery. */
export const eventsLook: Look = (reply, readings) => {
  if (reply.operation !== 'listWebhookEvents' || !isObject(reply.body) || !Array.isArray(reply.body.data))
    return reply;
  const events = reply.body.data as EventRecord[];
  return { ...reply, body: { ...reply.body, data: events.map((event) => listed(event, readings)) } };
};
