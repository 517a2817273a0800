import type { PlannedCase, Program, Step } from '../programs/program';

/** Where programs are drawn near to. */
export interface Hint {
  readonly readings?: Program['readings'];
  readonly policy?: Partial<Program['policy']>;
  /** Cases that take the places of the first ones. */
  readonly cases?: readonly PlannedCase[];
  /** Steps of which one follows each third step of the program. */
  readonly often?: readonly Step[];
}

const EVERY = 3;

/** A program nearer to a neighbourhood. */
export function near(program: Program, { readings, policy, cases = [], often = [] }: Hint = {}): Program {
  const more = (place: number) =>
    often.length > 0 && place % EVERY === 0 ? [often[(place / EVERY) % often.length]!] : [];
  return {
    ...program,
    readings: { ...program.readings, ...readings },
    policy: { ...program.policy, ...policy },
    cases: [...cases, ...program.cases.slice(cases.length)],
    steps: program.steps.flatMap((step, place) => [...more(place), step]),
  };
}
