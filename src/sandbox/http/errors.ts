import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Malformed, Refused } from '../refused';
import { failure, failureOf, isLoanPath } from './envelope';

/** Answers whatever was thrown on the way. Anything about the request itself is a 400; a 500 is a bug of ours. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asRefusal(error);
  if (!refused) {
    request.log.error(error);
    return reply.code(500).send(failure('server error'));
  }
  const { status, envelope } = failureOf(refused, isLoanPath(request.url));
  return reply.code(status).send(envelope);
}

/** Status codes that the interface does not name (413, 415) become 400. */
function asRefusal(error: FastifyError): Refused | Malformed | undefined {
  if (error instanceof Refused || error instanceof Malformed) return error;
  const isOfTheRequest = error.statusCode !== undefined && error.statusCode < 500;
  return isOfTheRequest ? new Malformed([{ msg: error.message }]) : undefined;
}
