import type { PlannedCase, Program, Step } from '../programs/program';

/** Where programs are drawn near to. */
export interface Hint {
  readonly readings?: Program['readings'];
  readonly policy?: Partial<Program['policy']>;
  /** Cases that take the places of the first ones. */
  readonly cases?: readonly PlannedCase[];
  /** The bank's events that never arrive, as a share. */
  readonly eventsLost?: number;
  /** Steps that come, one after the other, before each fourth step of the program. */
  readonly row?: readonly Step[];
}

const EVERY = 4;

/** A program nearer to a neighbourhood. */
export function near(program: Program, { cases = [], row = [], ...hint }: Hint = {}): Program {
  return {
    ...program,
    ...hint,
    readings: { ...program.readings, ...hint.readings },
    policy: { ...program.policy, ...hint.policy },
    cases: [...cases, ...program.cases.slice(cases.length)],
    steps: program.steps.flatMap((step, place) => (place % EVERY === 0 ? [...row, step] : [step])),
  };
}
