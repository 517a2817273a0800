import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { z } from 'zod';
import { faultSchema } from './faults';
import { settingsSchema, type SandboxSettings } from './settings';

export interface Invocation {
  readonly port: number;
  readonly host: string;
  readonly settings: SandboxSettings;
}

/** The sandbox's command line. Throws a CommanderError for a wrong option and for --help. */
export function readCommandLine(args: readonly string[]): Invocation {
  const command = new Command('sandbox')
    .description('The banking service, emulated: its interface, its rate limit, its faults.')
    .option(
      '--port <number>',
      'port to listen on; 0 takes any free one',
      checked(z.coerce.number().int().min(0).max(65535)),
      4010,
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <text>', 'same seed, same ids; random unless given')
    .option('--rate <number>', 'business seconds per real second', setting('rate'))
    .option('--limit <calls>', 'calls per window; 0 is no limit', setting('limit'))
    .option('--window-seconds <seconds>', 'length of a window', setting('windowSeconds'))
    .option('--faults <file>', 'JSON file with a list of faults to start with', faultsIn)
    .exitOverride();
  command.parse([...args], { from: 'user' });
  const { port, host, ...settings } = command.opts();
  return { port, host, settings };
}

/** A number as the settings take it. */
const setting = (name: 'rate' | 'limit' | 'windowSeconds') =>
  checked(z.coerce.number().pipe(settingsSchema.shape[name]));

const checked =
  <T>(schema: z.ZodType<T>) =>
  (text: string): T => {
    const outcome = schema.safeParse(text);
    if (outcome.success) return outcome.data;
    throw new InvalidArgumentError(outcome.error.issues.map(({ message }) => message).join('; '));
  };

function faultsIn(file: string) {
  const outcome = z.array(faultSchema).safeParse(jsonIn(file));
  if (outcome.success) return outcome.data;
  throw new InvalidArgumentError(z.prettifyError(outcome.error));
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
