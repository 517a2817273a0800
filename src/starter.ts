import { once } from 'node:events';
import { exitCodes } from './starter/exit-codes';
import { runStarter } from './starter/run';
import { say } from './starter/terminal';

// Whoever reads our output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

// Cases live in Temporal: Ctrl-C ends only the watching.
void once(process, 'SIGINT').then(() => {
  say('Interrupted. What was started goes on.');
  process.exit(exitCodes.interrupted);
});

// Once everything is written, nothing that still waits may keep us.
void runStarter(process.argv.slice(2)).then((code) => process.stdout.write('', () => process.exit(code)));
