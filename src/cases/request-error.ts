/** Ends a person's request early. The message is a sentence for that person. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    /** Refused by the case, wrong in itself, no Temporal, or no answer in time. */
    readonly kind: 'refused' | 'usage' | 'unreachable' | 'timedOut',
    message: string,
    /** What else helps at the command line, where the message is not for all readers. */
    readonly atTerminal = '',
  ) {
    super(message);
  }
}

export const refusal = (sentence: string): RequestError => new RequestError('refused', sentence);

export const timedOut = (sentence: string): RequestError => new RequestError('timedOut', sentence);

export const wrongUse = (sentence: string): RequestError => new RequestError('usage', sentence);

/** No workflow carries, or has carried, the requested case. */
export class UnknownCaseError extends RequestError {
  constructor(kind: string, reference: string) {
    super('refused', `There is no ${kind} with the reference ${reference}.`);
  }
}
