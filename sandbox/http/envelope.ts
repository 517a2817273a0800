import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../src/bank/contract/operation';
import { Malformed, Refused, type FieldError } from '../readings/refusals';

/** Interface: "General conventions" (success) and "Errors" (failure). */
export interface FailureEnvelope {
  readonly status: 'failed';
  readonly message: string;
  readonly errors?: readonly FieldError[];
}

export const failure = (message: string, errors?: readonly FieldError[]): FailureEnvelope => ({
  status: 'failed',
  message,
  ...(errors ? { errors } : {}),
});

/** The success envelope: `data` alone, or with the fields beside it. */
export function success(row: Operation, message: string, data: unknown): object {
  return { status: 'success', message, ...(row.beside ? (data as object) : { data }) };
}

/** Status and envelope of a refusal. */
function failureOf(error: Refused | Malformed, isLoanOperation: boolean) {
  if (error instanceof Malformed) {
    const message = isLoanOperation ? error.message : 'bad request';
    return { status: 400, envelope: failure(message, error.causes) };
  }
  const { status, message } = error.refusal;
  const cause = error.param === undefined ? { msg: message } : { msg: message, param: error.param };
  return { status, envelope: failure(message, [cause]) };
}

/** Loan operations put the cause in the message; the others in `errors`. */
export const isLoanPath = (path: string): boolean => path.startsWith('/v1/loans');

/** Replies to an error. Errors of the request become 400; a 500 is a bug of ours. */
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
