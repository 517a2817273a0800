import { z } from 'zod';
import { operationNamed, type OperationName } from './contract';
import { isRefusal } from './contract/refusals';
import { discreet } from './discretion';
import {
  NotAuthorisedError,
  NotYetError,
  OutcomeUnknownError,
  RateLimitedError,
  RequestRefusedError,
  ServiceUnavailableError,
  UnexpectedResponseError,
  type FieldError,
  type ServiceError,
} from './errors';
import type { Reply } from './exchange';

const envelope = z.looseObject({ status: z.literal('success') });
const failure = z.looseObject({
  message: z.string().catch(''),
  errors: z.array(z.object({ msg: z.string(), param: z.string().optional() })).catch([]),
});

/**
 * What a reply means: the row's `data` (with its neighbours, where it has any), or the error it stands for.
 * Interface: "Errors", and the general conventions for the envelope.
 */
export function readReply(name: OperationName, input: unknown, reply: Reply, retryAfterMs: number): unknown {
  const { status } = reply;
  if (status >= 500 || status === 408) throw unanswered(name, `the service answered ${status}`);
  if (status === 429) throw new RateLimitedError(name, retryAfterMs, 'service');
  if (status === 401 || status === 403) throw new NotAuthorisedError(name, status);
  if (status >= 400) throw refusalIn(name, input, reply);
  if (status >= 300) throw unusable(name, `a redirect (${status}), which is not followed`);
  return dataIn(name, reply);
}

/** No usable answer came: harmless for a read, while a write may have taken effect. */
export const unanswered = (name: OperationName, what: string): ServiceError =>
  operationNamed(name).effect === 'none'
    ? new ServiceUnavailableError(name, what)
    : new OutcomeUnknownError(name, what, 'no answer');

/** An answer came that the contract does not allow. */
const unusable = (name: OperationName, what: string): ServiceError =>
  operationNamed(name).effect === 'none'
    ? new UnexpectedResponseError(name, what)
    : new OutcomeUnknownError(name, what, 'unusable answer');

function dataIn(name: OperationName, { body }: Reply): unknown {
  if (body === undefined) throw unusable(name, 'the reply is over the size limit');
  const row = operationNamed(name);
  const outer = envelope.safeParse(parseJson(body));
  if (!outer.success) throw unusable(name, 'the reply is not a success envelope in JSON');
  const data = row.data.safeParse(outer.data['data']);
  const beside = row.beside?.safeParse(outer.data);
  const broken = [...paths(data.error, 'data'), ...paths(beside?.error)];
  if (broken.length > 0) throw unusable(name, `the reply breaks the contract at ${broken.join(', ')}`);
  return beside ? { data: data.data, ...beside.data } : data.data;
}

function refusalIn(name: OperationName, input: unknown, { status, body = '' }: Reply): ServiceError {
  const { message, errors } = failure.catch({ message: '', errors: [] }).parse(parseJson(body));
  const known = operationNamed(name).refusals?.find((refusal) => isRefusal({ status, message }, refusal));
  if (known?.notYet) return new NotYetError(name, known.message);
  const words = known ? known.message : discreet(message, input) || 'no reason given';
  return new RequestRefusedError(name, status, words, errors.map(discreetField(input)));
}

const discreetField =
  (input: unknown) =>
  ({ msg, param }: z.infer<typeof failure>['errors'][number]): FieldError => ({
    msg: discreet(msg, input),
    ...(param !== undefined && { param }),
  });

const paths = (error: z.ZodError | undefined, ...prefix: string[]): string[] =>
  (error?.issues ?? []).map(({ path }) => [...prefix, ...path].join('.') || 'the top level');

/** Undefined for HTML, an empty body and anything else that is not JSON. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
