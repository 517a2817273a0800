import type { Refusal } from '../bank/contract/refusals';

/** One entry of a failure's `errors`. */
export interface FieldError {
  readonly msg: string;
  readonly param?: string;
}

/** Thrown by a handler that answers with a documented refusal. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
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
export function refuse(refusal: Refusal, param?: string): never {
  throw new Refused(refusal, param);
}
