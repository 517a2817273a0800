import { ConfigError } from '../../config/read-config';
import { isNativeError } from 'node:util/types';

/** The verdict on one thing. Doubtful things work, but not as they should in production. */
type Verdict = 'fine' | 'doubtful' | 'wrong';

export interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** The remedy; missing if nothing needs to be done. */
  readonly todo?: string;
}

export const fine = (what: string, found: string): Finding => ({ what, verdict: 'fine', found });
const toMend =
  (verdict: Verdict) =>
  (what: string, found: string, todo: string): Finding => ({ what, verdict, found, todo });
export const doubtful = toMend('doubtful');
export const wrong = toMend('wrong');

/** Runs one check. An exception becomes a finding, with this remedy. */
export async function examined(
  what: string,
  todo: string | ((error: unknown) => string),
  examine: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await examine();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((problem) => wrong(what, problem, remedyOfFile(problem) ?? ENVIRONMENT));
    const found = isNativeError(error) ? error.message : String(error);
    const remedy = typeof todo === 'string' ? todo : todo(error);
    return [wrong(what, found, remedyOfFile(found) ?? remedy)];
  }
}

function remedyOfFile(found: string): string | undefined {
  if (/it does not exist|it cannot be read|cannot be read \(E/.test(found))
    return 'restore the file, and let this program read it; docs/INSTALL.md says what makes it';
  return /chmod 600 .+/.exec(found)?.[0];
}

const ENVIRONMENT = 'set it in the environment of the program; .env.example explains each variable';
