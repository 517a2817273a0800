import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { readConfig } from '../src/config/read-config';
import { searchAttributes } from '../src/domain/wire/search-attributes';
import { startDevServer } from './dev-server';
import { interruption, runProgram } from '../src/temporal/run-program';

const WRONG_USE = 2;

const command = new Command('npm run temporal --')
  .description('Runs a Temporal development server with its Web UI until Ctrl-C.')
  .option('--port <number>', 'port of the server; 0 takes a free one', port, 7233)
  .option('--ui-port <number>', 'port of the Web UI (default: the port plus 1000)', port)
  .option('--db-file <path>', 'file that keeps workflows over a restart (default: kept in memory)')
  .configureOutput({
    outputError: (text, write) => {
      write(text);
    },
  })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : WRONG_USE));

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('It must be from 0 to 65535.');
  return Number(text);
}

async function run(): Promise<number> {
  const { temporalCli } = readConfig(['temporalCli']);
  const asked = interruption();
  const server = await startDevServer({ cliPath: temporalCli.path, searchAttributes, ...command.opts() });
  console.error(`Temporal is up at ${server.address}. Web UI: ${server.uiUrl}. Ctrl-C ends it.`);
  const code = await Promise.race([asked, server.ended.then(() => 1)]);
  await server.stop();
  return code;
}

command.parse();
runProgram(run);
