import type { Refusal } from '../bank/contract/refusals';

/** One entry of a failure's `errors`. */
export interface FieldError {
  readonly msg: string;
  readonly param?: string;
}

/** A refusal on its way out. A reading may have a status and words that no document names. */
export type OutgoingRefusal = Pick<Refusal, 'message'> & { readonly status: number };

/** Thrown by a handler that answers with a refusal. */
export class Refused extends Error {
  constructor(
    readonly refusal: OutgoingRefusal,
    readonly param?: string,
  ) {
    super(refusal.message);
  }
}

/** Thrown while reading a request whose fields are wrong: 400, with all causes. */
export class Malformed extends Error {
  constructor(readonly causes: readonly FieldError[]) {
    super(causes[0]?.msg ?? 'bad request');
  }
}

/** Answers with a refusal; `param` names the field that caused it. */
export function refuse(refusal: OutgoingRefusal, param?: string): never {
  throw new Refused(refusal, param);
}
