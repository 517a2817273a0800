/** A payload in Temporal's JSON: both its data and what is said about them in Base64. */
interface Payload {
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The same in plain, so that a change of it can be read. */
interface PlainPayload {
  readonly about: Readonly<Record<string, string>>;
  readonly json: unknown;
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString();
const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Recorded events with their payloads in plain. */
export const asRead = (events: unknown): unknown => replaced(events, isPayload, plain);

/** Events as the server recorded them. */
export const asRecorded = (events: unknown): unknown => replaced(events, isPlainPayload, recorded);

const plain = ({ metadata, data }: Payload): PlainPayload => ({
  about: mapped(metadata, fromBase64),
  json: JSON.parse(fromBase64(data)),
});

const recorded = ({ about, json }: PlainPayload): Payload => ({
  metadata: mapped(about, toBase64),
  data: toBase64(JSON.stringify(json)),
});

const mapped = (texts: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

const isPayload = (value: object): value is Payload =>
  'metadata' in value &&
  'data' in value &&
  fromBase64((value as Payload).metadata.encoding ?? '') === 'json/plain';
const isPlainPayload = (value: object): value is PlainPayload => 'about' in value && 'json' in value;

/** A copy in which everything of a kind is replaced, however deep it lies. */
function replaced<T extends object>(
  value: unknown,
  is: (value: object) => value is T,
  by: (value: T) => unknown,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (is(value)) return by(value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, is, by));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, is, by)]));
}
