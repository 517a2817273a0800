import { z } from 'zod';
import { operationNamed, type OperationName } from './contract';
import { folded } from './contract/codes';
import { isRefusal, type Refusal } from './contract/refusals';
import {
  BankUnavailableError,
  NotAuthorisedError,
  NotYetError,
  OutcomeUnknownError,
  RateLimitedError,
  RequestRefusedError,
  UnexpectedResponseError,
  type BankError,
} from './errors';
import type { Reply } from './exchange';
import { isCutShort, parseJson, readFailure, type FailureBody } from './failure-body';
import { redacted } from './redaction';

const envelope = z.looseObject({ status: z.literal('success') });

/**
 * Returns the row's `data` (with its neighbours, where it has any), or throws the error that the reply stands
 * for. Interface: "Errors", and the general conventions for the envelope.
 */
export function readReply(name: OperationName, input: unknown, reply: Reply, retryAfterMs: number): unknown {
  const { status } = reply;
  if (status >= 500 || status === 408) throw unanswered(name, `the bank answered ${status}`);
  if (status === 429) throw new RateLimitedError(name, retryAfterMs, 'bank');
  if (status === 401 || status === 403) throw new NotAuthorisedError(name, status);
  if (status >= 400) throw refusalIn(name, input, reply);
  if (status >= 300) throw unusable(name, `a redirect (${status}), which is not followed`);
  return dataIn(name, input, reply);
}

/** The error when no usable answer came: harmless for a read, while a write may have taken effect. */
export const unanswered = (name: OperationName, what: string): BankError =>
  operationNamed(name).effect === 'none'
    ? new BankUnavailableError(name, what)
    : new OutcomeUnknownError(name, what, 'no answer');

const unusable = (name: OperationName, what: string): BankError =>
  operationNamed(name).effect === 'none'
    ? new UnexpectedResponseError(name, what)
    : new OutcomeUnknownError(name, what, 'unusable answer');

function dataIn(name: OperationName, input: unknown, { body }: Reply): unknown {
  if (body === undefined) throw unusable(name, 'the reply is over the size limit');
  const row = operationNamed(name);
  if (!isBounded(body)) throw unusable(name, 'the reply is nested too deeply, or has too many values');
  const outer = envelope.safeParse(parseJson(body));
  if (!outer.success) throw unusable(name, 'the reply is not a success envelope in JSON');
  const data = row.data.safeParse(outer.data['data']);
  const beside = row.beside?.safeParse(outer.data);
  const broken = [...paths(data.error, 'data'), ...paths(beside?.error)];
  if (broken.length > 0) throw unusable(name, `the reply breaks the contract at ${listed(broken)}`);
  const other = Object.entries(row.echoes ?? {}).find(([asked, shown]) =>
    isAnother(valueOf(input, asked), valueOf(data.data, shown)),
  );
  if (other) throw unusable(name, `the reply is about another ${other[1]} than was asked`);
  return beside ? { data: data.data, ...beside.data } : data.data;
}

const valueOf = (record: unknown, field: string): unknown =>
  (Object(record) as Record<string, unknown>)[field];

/** Ignores case and spacing. A reply that leaves the field out proves nothing. */
const isAnother = (asked: unknown, shown: unknown): boolean =>
  typeof asked === 'string' && typeof shown === 'string' && shown !== '' && folded(shown) !== folded(asked);

function refusalIn(name: OperationName, input: unknown, { status, body = '' }: Reply): BankError {
  if (isCutShort(body)) return unusable(name, `the refusal (${status}) is cut short`);
  const failure = readFailure(body);
  const known = documentedRefusal(name, status, failure);
  if (known?.notYet) return new NotYetError(name, known.message);
  const { message, fields } = redacted(failure, input);
  return new RequestRefusedError(name, status, known?.message ?? (message || 'no reason given'), fields);
}

/** Finds the documented refusal by the message or, where there is only one complaint, by that. */
export function documentedRefusal(
  name: OperationName,
  status: number,
  { message, fields }: FailureBody,
): Refusal | undefined {
  const sentences = fields.length === 1 ? [message, ...fields.map(({ msg }) => msg)] : [message];
  return operationNamed(name).refusals?.find((documented) =>
    sentences.some((sentence) => isRefusal({ status, refusal: sentence }, documented)),
  );
}

/** Most places that an error names when the reply breaks the contract in many. */
const PLACES_MAX = 5;

const listed = (places: readonly string[]): string => {
  const more = places.length - PLACES_MAX;
  return places.slice(0, PLACES_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const paths = (error: z.ZodError | undefined, ...prefix: string[]): string[] =>
  (error?.issues ?? []).map(({ path }) => [...prefix, ...path].join('.') || 'the top level');

/** Limits on a reply's nesting and size: a page has a hundred entries, the list of banks a thousand. */
const LEVELS_MAX = 32;
const RECORDS_MAX = 2_000;
const VALUES_MAX = 10_000;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a text is small enough to parse and check: many values cost far more than their bytes. */
function isBounded(json: string): boolean {
  let [levels, records, values, isInText] = [0, 0, 0, false];
  for (let place = 0; place < json.length; place++)
    switch (json.charCodeAt(place)) {
      case QUOTE:
        isInText = !isInText;
        break;
      case BACKSLASH:
        place += 1;
        break;
      case OPEN_LIST:
      case OPEN_RECORD:
        if (!isInText && (++levels > LEVELS_MAX || ++records > RECORDS_MAX)) return false;
        break;
      case CLOSE_LIST:
      case CLOSE_RECORD:
        if (!isInText) levels -= 1;
        break;
      case COMMA:
        if (!isInText && ++values > VALUES_MAX) return false;
    }
  return true;
}
