import { CommanderError } from '@commander-js/extra-typings';
import { createSandbox } from './app';
import { readingsAsText } from './readings/readings';
import { readCommandLine, type Invocation } from './command-line';

const FAILED = 1;
const WRONG_USE = 2;
const INTERRUPTED = 130;

const log = (text: string) => process.stderr.write(`${text}\n`);

function invocation(): Invocation {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : WRONG_USE);
    throw error;
  }
}

async function run({ port, host, settings }: Invocation): Promise<void> {
  const sandbox = await createSandbox(settings);
  const stop = (code: number) => void sandbox.close().then(() => process.exit(code));
  process.once('SIGTERM', () => {
    stop(0);
  });
  process.once('SIGINT', () => {
    stop(INTERRUPTED);
  });
  const url = await sandbox.listen({ port, host });
  const said = readingsAsText(sandbox.readings.unusual)
    .map((reading) => `, ${reading}`)
    .join('');
  log(
    `Sandbox on ${url} (page ${url}/, interface ${url}/docs), keys ${sandbox.settings.serviceKey} and ${sandbox.settings.apiKey}, seed ${sandbox.settings.seed}${said}`,
  );
}

/** The reason why a sandbox could not start, in a sentence. */
function reasonOf(error: NodeJS.ErrnoException, { port, host }: Invocation): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Choose another one with --port.`;
  return `The sandbox could not start: ${error.message}`;
}

const asked = invocation();
run(asked).catch((error: unknown) => {
  log(reasonOf(error as NodeJS.ErrnoException, asked));
  process.exit(FAILED);
});
