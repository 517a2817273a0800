import type { Contract, OperationName } from '../../src/bank/contract';
import type { z } from 'zod';
import type { Data, Operation } from '../../src/bank/contract/operation';
import type { BankState } from '../bank-state';

type ParsedPart<O, K extends string> = O extends Record<K, infer S extends z.ZodType> ? z.output<S> : unknown;

/** The input after parsing. */
export type ParsedInput<O extends Operation> = ParsedPart<O, 'params'> &
  ParsedPart<O, 'query'> &
  ParsedPart<O, 'body'> &
  ParsedPart<O, 'file'>;

/** The context of a handler, besides its input. */
export interface Call {
  readonly state: BankState;
  /** The business instant (milliseconds) that reads show: now, or earlier for stale reads. */
  readonly asOf: number;
  /** Whether a fault lets a used reference of a payout or a charge be taken once more. */
  readonly mayRepeatReference: boolean;
  /** SHA-256 of the uploaded file, in hex; empty without a file. */
  readonly fileDigest: string;
  /** Answers with another status or message than the row's usual success. */
  readonly succeedWith: (success: { status?: 200 | 201; message?: string }) => void;
}

/** A handler for every row. Handlers are synchronous, so each call is atomic; they refuse by `refuse`. */
export type Handlers = {
  readonly [Name in OperationName]: (input: ParsedInput<Contract[Name]>, call: Call) => Data<Contract[Name]>;
};
