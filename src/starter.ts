#!/usr/bin/env node
import { once } from 'node:events';
import { runCli } from './cli/program';
import { inform } from './cli/terminal';
import { exitCodes } from './temporal/exit-codes';

// The reader of our output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

// Cases live in Temporal: Ctrl-C ends only the watching.
void once(process, 'SIGINT').then(() => {
  inform('Interrupted. What was started goes on.');
  process.exit(exitCodes.interrupted);
});

// Exits once everything is written; nothing that is still pending may delay it.
void runCli(process.argv.slice(2)).then((code) => process.stdout.write('', () => process.exit(code)));
