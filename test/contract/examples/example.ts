import type { Evidence } from '../../../src/bank/contract/operation';
import type { OperationName } from '../../../src/bank/contract';

/** What the bank must know before the request makes sense; named as a borrower's story goes on. */
export type Precondition =
  | 'nothing'
  | 'a bank'
  | 'a customer'
  | 'an account'
  | 'a funded account'
  | 'a payout'
  | 'a webhook'
  | 'an enrolled customer'
  | 'a verified customer'
  | 'a new application'
  | 'an application'
  | 'an underwritten application'
  | 'an offer'
  | 'an accepted offer'
  | 'agreed terms'
  | 'an uploaded resolution'
  | 'a submitted resolution'
  | 'an expired offer'
  | 'a declined offer'
  | 'an unregistered loan'
  | 'a loan'
  | 'a charged repayment'
  | 'a customer without BVN'
  | 'a locked account'
  | 'a limited account'
  | 'a bank that refuses'
  | 'a bank that is silent'
  | 'terms agreed too early'
  | 'a failed resolution'
  | 'a guarantor asked for'
  | 'a loan that is spent'
  | 'an empty window'
  | 'keys without permission';

/** A file as it is handed to the upload. */
interface SampleFile {
  readonly filename: string;
  readonly type: string;
  readonly content: string;
}

/** A request as the documents write it. The line is the whole truth about method, path and query string. */
export interface SampleRequest {
  readonly line: `${'GET' | 'POST' | 'PUT'} /v1/${string}`;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: SampleFile;
  /** False where the request comes without the two key headers. */
  readonly keys?: false;
}

export interface SampleReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Fields that the documents allow to be missing or null, by their last name. */
  readonly optional?: readonly string[];
  /** The documents say that this reply may carry more than they show. */
  readonly mayGrow?: true;
}

/** One request with its reply, written by hand from the documents and never derived from the contract's rows. */
export interface Example {
  readonly operation: OperationName;
  /** A sentence without its subject: "refuses a file of another type". */
  readonly shows: string;
  /** `specified`: from the interface document; the others from its supplement. */
  readonly source: Evidence;
  readonly given: Precondition;
  readonly send: SampleRequest;
  readonly reply: SampleReply;
  /** The contract refuses this request, so that the client never sends it. */
  readonly malformed?: true;
}

/** The failure body that the documents show. */
export const failed = (message: string, errors?: readonly { msg: string; param?: string }[]) => ({
  status: 'failed',
  message,
  ...(errors && { errors }),
});

/** What an operation is, said once for its success and for all its refusals. */
export type Subject = Pick<Example, 'operation' | 'source' | 'given' | 'send'>;

/** A refusal of the subject's request, or of a variation of it; loan operations name the cause in the message. */
export const refusal = (
  subject: Subject,
  shows: string,
  [status, message]: readonly [status: number, message: string],
  variation: Partial<Example> = {},
): Example => ({ ...subject, shows, reply: { status, body: failed(message) }, ...variation });

/** A refusal of a malformed request, in the form the interface shows on customer creation. */
export const badRequest = (
  subject: Subject,
  shows: string,
  cause: { msg: string; param?: string },
  send: SampleRequest = subject.send,
  source = subject.source,
): Example => ({
  ...subject,
  source,
  shows,
  send,
  reply: { status: 400, body: failed('bad request', [cause]) },
  malformed: true,
});

/** Data as the rows read it: instants in UTC, and a date of birth as a date. */
export const asRead = (shown: unknown): unknown =>
  JSON.parse(
    JSON.stringify(shown ?? null)
      .replaceAll('+0000"', 'Z"')
      .replace(/("dob":"[^T"]+)T[^"]+"/g, '$1"'),
  ) ?? undefined;
