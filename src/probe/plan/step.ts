import { operationNames, type Contract, type OperationName } from '../../bank/contract';
import type { Input } from '../../bank/contract/operation';
import { factsIn, type Fact, type Known } from './facts';

/** A state that the bank needs time for: the request is repeated until a field of its reply has the value. */
interface Condition {
  readonly field: string;
  readonly value: string;
  /** Values after which the awaited one cannot come any more. */
  readonly over?: readonly string[];
}

/** One request of the plan. */
export interface Step {
  readonly row: OperationName;
  readonly input: (known: Known) => object;
  /** Facts that must be there beyond those in the input. */
  readonly after?: readonly Fact[];
  /** Where, in the reply or under `input`, a later request finds what it needs. */
  readonly learns?: Partial<Record<Fact, string>>;
  readonly awaits?: Condition;
}

type Steps = {
  [Name in OperationName]: (
    input: (known: Known) => Input<Contract[Name]>,
    rest?: Omit<Step, 'row' | 'input'>,
  ) => Step;
};

/** Declares a step on a row; its input is checked against the row by the compiler. */
export const ask = Object.fromEntries(
  operationNames.map((row) => [row, (input: Step['input'], rest = {}): Step => ({ row, input, ...rest })]),
) as unknown as Steps;

/** Everything that must be known before a step. */
export const needsOf = ({ input, after = [] }: Step): Fact[] => [...factsIn(input), ...after];

/** The facts a step gives. */
export const givesOf = ({ learns = {} }: Step): Fact[] => Object.keys(learns) as Fact[];
