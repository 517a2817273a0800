import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { z } from 'zod';
import { readingOption } from './readings/readings';
import { settingsSchema, type SandboxSettings } from './settings';

export interface Invocation {
  readonly port: number;
  readonly host: string;
  readonly settings: SandboxSettings;
}

/** The sandbox's command line. Throws a CommanderError for a wrong option and for --help. */
export function readCommandLine(args: readonly string[]): Invocation {
  const command = new Command('sandbox')
    .description('The bank, emulated: its interface, its rate limit, its faults.')
    .option('--port <number>', 'port to listen on; 0 takes any free one', Number, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <text>', 'same seed, same ids; random unless given')
    .option('--rate <number>', 'business seconds per real second', Number)
    .option('--limit <calls>', 'calls per window; 0 is no limit, which no header tells', Number)
    .option('--window-seconds <seconds>', 'length of a window', Number)
    .option('--faults <file>', 'JSON file with a list of faults to start with', jsonIn)
    .addOption(readingOption())
    .option('--readings <file>', 'JSON file with readings by dimension', jsonIn)
    .option('--webhook-url <address>', 'where events are delivered to; PUT /v1/webhook changes it')
    .option('--webhook-secret <text>', 'what deliveries are signed with; unsigned without it')
    .exitOverride()
    .parse([...args], { from: 'user' });
  const outcome = invocation.safeParse(command.opts());
  if (!outcome.success) return command.error(z.prettifyError(outcome.error));
  const { port, host, webhookUrl: url, webhookSecret: secret, reading, ...settings } = outcome.data;
  const readings = { ...settings.readings, ...reading };
  return {
    port,
    host,
    settings: { ...settings, readings, ...(url !== undefined && { webhook: { url, secret } }) },
  };
}

const { seed, rate, limit, windowSeconds, faults, readings } = settingsSchema.shape;
const invocation = z.object({
  port: z.int().min(0).max(65_535),
  host: z.string().min(1),
  seed,
  rate,
  limit,
  windowSeconds,
  faults,
  reading: readings,
  readings,
  webhookUrl: settingsSchema.shape.webhook.unwrap().shape.url,
  webhookSecret: settingsSchema.shape.webhook.unwrap().shape.secret,
});

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
