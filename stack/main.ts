import { CommanderError } from '@commander-js/extra-typings';
import { ConfigError, readConfig } from '../src/config/read-config';
import { exitCodes } from '../src/temporal/exit-codes';
import { RequestError } from '../src/cases/request-error';
import { PayoutPolicyError } from '../src/input/payout-policy-file';
import { readingsAsText } from '../sandbox/readings/readings';
import { runDemo } from './demo';
import { startStack, type Stack } from './run-stack';
import { readStackOptions, type StackOptions } from './stack-options';
import { PostgresError } from './postgres/server';
import { DevServerError } from './dev-server';
import { READABLE } from '../src/temporal/encryption/data-converters';
import { interruption } from '../src/temporal/run-program';

const log = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<number> {
  const asked = interruption();
  const options = readStackOptions(process.argv.slice(2));
  const { temporalCli } = readConfig(['temporalCli']);
  log('Starting Temporal, PostgreSQL, the emulated banking service, a receiver of its events and a worker …');
  const stack = await startStack({ ...options, cliPath: temporalCli.path });
  try {
    introduce(stack, options);
    return await Promise.race([asked, broken(stack), use(stack, options, asked)]);
  } finally {
    log('Stopping …');
    await stack.stop();
  }
}

function introduce(stack: Stack, { rate, limit, windowSeconds }: StackOptions): void {
  const { temporal, sandbox, sandboxUrl, webhookEndpoint, records, keys, desk } = stack;
  if (desk) {
    log(`  Officers' desk    ${desk.url}`);
    log(`    log in as       ${desk.users.join(', ')}; password ${desk.password}`);
    log(`    a program gets  ${desk.programVariables}`);
  }
  log(`  Web UI            ${temporal.uiUrl}`);
  log(`  Emulated bank     ${sandboxUrl}/ (interface: ${sandboxUrl}/docs)`);
  log(`  Its events go to  ${webhookEndpoint.url}`);
  log(`  Temporal          ${temporal.address}`);
  log(`  Audit             . ${records.envFile} && npm run starter -- audit verify`);
  log(`  ${howToRead(stack)}`);
  const day =
    rate > 1
      ? `, a day in ${Math.ceil(86_400 / rate)} s: the cases go by it, and what waits to be approved lapses as fast`
      : '';
  log(`  Clock             ${rate} times as fast as real time${day}; ${limit} calls per ${windowSeconds} s`);
  log(`  Authority         ${keys ? 'signed, under keys of the stack' : 'open: nothing proves who asks'}`);
  for (const reading of readingsAsText(sandbox.readings.unusual)) log(`  Reading           ${reading}`);
}

/** How people can read encrypted payloads in the Web UI. */
function howToRead({ encryptionKeys, codecEndpoint, desk }: Stack): string {
  if (encryptionKeys === 'off') return READABLE;
  if (codecEndpoint !== undefined)
    return `Codec server      ${codecEndpoint}, without login: it decrypts for every program of this machine`;
  return desk
    ? 'Payloads          encrypted; the desk gives a supervisor the codec endpoint that the Web UI needs'
    : 'Payloads          encrypted; --codec-port starts a server that decrypts them for the Web UI';
}

async function use(stack: Stack, options: StackOptions, asked: Promise<number>): Promise<number> {
  if (options.mode === 'demo') {
    const code = await runDemo(stack, options);
    if (options.exit) return code;
  }
  log(`Ready. Point the command line at it with TEMPORAL_ADDRESS=${stack.temporal.address} (Ctrl-C ends it)`);
  return asked;
}

/** Resolves when the server, the worker, the receiver or the desk ends: without it a stack is useless. */
async function broken({ temporal, receiver, worker, desk, stopping }: Stack): Promise<number> {
  const what = await Promise.race([
    temporal.ended.then(() => 'Temporal'),
    worker.ended.then(() => 'The worker'),
    receiver.ended.then(() => 'The receiver of events'),
    ...(desk ? [desk.ended.then(() => 'The desk')] : []),
  ]);
  if (!stopping()) log(`${what} has ended unexpectedly.`);
  return exitCodes.refused;
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const isPlain = [ConfigError, DevServerError, PayoutPolicyError, PostgresError, RequestError].some(
    (kind) => error instanceof kind,
  );
  if (isPlain && error instanceof Error) log(error.message);
  else log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (error instanceof RequestError) return exitCodes[error.kind];
  return error instanceof ConfigError ? exitCodes.usage : exitCodes.refused;
}

void main()
  .catch(explain)
  .then((code) => process.exit(code));
