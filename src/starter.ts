import { once } from 'node:events';
import { exitCodes } from './starter/exit-codes';
import { explain } from './starter/explain';
import { createProgram } from './starter/program';
import { say } from './starter/terminal';

async function main(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { code, sentence } = explain(error);
    if (sentence !== undefined) say(sentence);
    return code;
  }
}

// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

/** Cases live in Temporal: Ctrl-C ends only the watching. */
void once(process, 'SIGINT').then(() => {
  say('Interrupted. What was started goes on.');
  process.exit(exitCodes.interrupted);
});

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
