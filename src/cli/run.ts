import { CommanderError } from '@commander-js/extra-typings';
import { exitCodes, explain, type Explanation } from './explain';
import { createProgram } from './program';
import { inform } from './terminal';

/** Carries out one command line. What goes wrong is told in a sentence; the answer is the exit code. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const asJson = argv.includes('--json');
  try {
    await createProgram({ tellsErrors: !asJson }).parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const explanation = explain(error);
    const isTold = error instanceof CommanderError && !asJson;
    if (explanation.sentence !== undefined && !isTold)
      inform(asJson ? jsonOf(explanation) : explanation.sentence);
    return exitCodes[explanation.kind];
  }
}

/** An error for programs, in one line. */
const jsonOf = ({ kind, sentence }: Explanation) =>
  JSON.stringify({ error: { kind, exitCode: exitCodes[kind], message: sentence } });
