import type { OperationName } from '../../bank/contract';
import type { Readings } from './readings';

/** A reply on its way out, and what was asked. */
export interface OutgoingReply {
  /** None where no operation has the address. */
  readonly operation: OperationName | undefined;
  /** The text of the request: its body, or its address where it has none. */
  readonly sent: string;
  readonly status: number;
  /** An object as JSON, or a plain text. */
  readonly body: unknown;
}

/** What the readings in force change about the look of a reply. What happened has happened. */
export type Look = (reply: OutgoingReply, readings: Readings) => OutgoingReply;
