/** Why a request ended early: refused by the case, wrong as it was made, no Temporal, or no answer in time. */
export type RequestErrorKind = 'refused' | 'usage' | 'unreachable' | 'timedOut';

/** Ends early what a person asked for. The message is a sentence for that person. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    readonly kind: RequestErrorKind,
    message: string,
  ) {
    super(message);
  }
}

/** No workflow carries, or has carried, the case that was asked for. */
export class UnknownCaseError extends RequestError {
  constructor(kind: string, reference: string) {
    super('refused', `There is no ${kind} with the reference ${reference}.`);
  }
}
