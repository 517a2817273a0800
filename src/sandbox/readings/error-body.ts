import { isObject } from './fields';
import type { ReadingName } from '../../bank/contract/readings';
import type { Look, OutgoingReply } from './outgoing-reply';

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
export const errorLook: Look = (reply, readings) =>
  isFailure(reply) ? { ...reply, body: bodies[readings.of('errorBody')](reply.body, reply.sent) } : reply;

const isFailure = (reply: OutgoingReply): reply is OutgoingReply & { body: Failure } =>
  reply.status >= 400 && isObject(reply.body) && typeof reply.body.message === 'string';
