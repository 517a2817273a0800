import { ConfigError } from '../../config/read-config';
import { isNativeError } from 'node:util/types';

/** How something stands. What is doubtful works, but not as it should in production. */
type Verdict = 'fine' | 'doubtful' | 'wrong';

/** What the doctor found about one thing. */
export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** What a person may do about it; missing where nothing needs to be done. */
  readonly todo?: string;
}

export const fine = (what: string, found: string): Finding => ({ what, verdict: 'fine', found });
const toMend =
  (verdict: Verdict) =>
  (what: string, found: string, todo: string): Finding => ({ what, verdict, found, todo });
export const doubtful = toMend('doubtful');
export const wrong = toMend('wrong');

/** Looks at one thing. Whatever is thrown tells what is wrong with it. */
export async function examined(
  what: string,
  todo: string,
  examine: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await examine();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((problem) => wrong(what, problem, ENVIRONMENT));
    return [wrong(what, isNativeError(error) ? error.message : String(error), todo)];
  }
}

const ENVIRONMENT = 'set it in the environment of the program; .env.example explains each variable';
