import type { Operation } from '../../bank/contract/operation';
import { Malformed, Refused, type FieldError } from '../refused';

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

/** The success envelope: `data` alone, or with the fields that stand beside it. */
export function success(row: Operation, message: string, data: unknown): object {
  return { status: 'success', message, ...(row.beside ? (data as object) : { data }) };
}

/** Status and envelope of what a request was answered with instead of a success. */
export function failureOf(error: Refused | Malformed, isLoanOperation: boolean) {
  if (error instanceof Malformed) {
    const message = isLoanOperation ? error.message : 'bad request';
    return { status: 400, envelope: failure(message, error.causes) };
  }
  const { status, message } = error.refusal;
  const cause = error.param === undefined ? { msg: message } : { msg: message, param: error.param };
  return { status, envelope: failure(message, [cause]) };
}

/** In loan operations the message is the cause itself; elsewhere the causes stand in `errors`. */
export const isLoanPath = (path: string): boolean => path.startsWith('/v1/loans');
