import { exitCodes } from './exit-codes';
import { explain } from './explain';
import { createProgram } from './program';
import { say } from './terminal';

/** Carries out one command line. Whatever goes wrong is told in a sentence; the answer is the exit code. */
export async function runStarter(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { code, sentence } = explain(error);
    if (sentence !== undefined) say(sentence);
    return code;
  }
}
