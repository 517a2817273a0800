import type { Contract, OperationName } from '../../bank/contract';
import type { Data, ParsedInput } from '../../bank/contract/operation';
import type { BankState } from '../bank-state';

/** What a handler has besides its input. */
export interface Call {
  readonly state: BankState;
  /** Reads answer as of this business instant (milliseconds): now, or earlier when they are stale. */
  readonly asOf: number;
  /** Whether a used reference of a payout or a charge is taken once more (a fault). */
  readonly mayRepeatReference: boolean;
  /** SHA-256 of the uploaded file, in hex; an empty text if no file came. */
  readonly fileDigest: string;
  /** Answers with another status or message than the row's usual success. */
  readonly succeedWith: (success: { status?: 200 | 201; message?: string }) => void;
}

/**
 * The bank, emulated: a handler for every row. Handlers are synchronous, so that each call is atomic; they refuse
 * by `refuse`.
 */
export type Handlers = {
  readonly [Name in OperationName]: (input: ParsedInput<Contract[Name]>, call: Call) => Data<Contract[Name]>;
};
