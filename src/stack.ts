import { CommanderError } from '@commander-js/extra-typings';
import { ConfigError, readConfig } from './config';
import { exitCodes, StarterError } from './starter/exit-codes';
import { runDemo } from './stack/demo';
import { startStack, type Stack } from './stack/run-stack';
import { readStackOptions, type StackOptions } from './stack/stack-options';
import { DevServerError } from './temporal/dev-server';
import { interruption } from './temporal/interruption';

const say = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const asked = interruption();
  const options = readStackOptions(process.argv.slice(2));
  const { temporalCli } = readConfig(['temporalCli']);
  say('Starting Temporal, the emulated banking service, a receiver of its events and a worker …');
  const stack = await startStack({ ...options, cliPath: temporalCli.path });
  try {
    introduce(stack, options);
    return await Promise.race([asked, broken(stack), use(stack, options, asked)]);
  } finally {
    say('Stopping …');
    await stack.stop();
  }
}

function introduce(
  { temporal, sandboxUrl, mailbox }: Stack,
  { rate, limit, windowSeconds }: StackOptions,
): void {
  say(`  Web UI            ${temporal.uiUrl}`);
  say(`  Emulated service  ${sandboxUrl}/ (interface: ${sandboxUrl}/docs)`);
  say(`  Events go to      ${mailbox.url}`);
  say(`  Temporal          ${temporal.address}`);
  say(`  Clock             ${rate} times as fast as real time; ${limit} calls per ${windowSeconds} s`);
}

async function use(stack: Stack, options: StackOptions, asked: Promise<number>): Promise<number> {
  if (options.mode === 'demo') {
    const code = await runDemo(stack, options);
    if (options.exit) return code;
  }
  say(`Ready. Point the command line at it with TEMPORAL_ADDRESS=${stack.temporal.address}. Ctrl-C ends it.`);
  return asked;
}

/** Without its server, its worker or its receiver a stack is of no use. */
async function broken({ temporal, receiver, worker, stopping }: Stack): Promise<number> {
  const what = await Promise.race([
    temporal.ended.then(() => 'Temporal'),
    worker.ended.then(() => 'The worker'),
    receiver.ended.then(() => 'The receiver of events'),
  ]);
  if (!stopping()) say(`${what} has ended unexpectedly.`);
  return exitCodes.refused;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const isPlain = [ConfigError, DevServerError, StarterError].some((kind) => error instanceof kind);
  if (isPlain && error instanceof Error) say(error.message);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (error instanceof StarterError) return exitCodes[error.ending];
  return error instanceof ConfigError ? exitCodes.usage : exitCodes.refused;
}

void main()
  .catch(explain)
  .then((code) => process.exit(code));
