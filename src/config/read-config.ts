import type { z } from 'zod';
import { slices, type Config, type SliceName } from './settings';

export type { Config };

/** The environment lacks settings of a program. The message names every variable at fault, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly kind = 'usage';

  constructor(readonly problems: readonly string[]) {
    super(['The environment is incomplete:', ...problems].join('\n  ') + '\nSee .env.example.');
  }
}

/** Reads only the named slices: who never calls the bank needs no key. @throws ConfigError with all problems */
export function readConfig<const Name extends SliceName>(
  names: readonly Name[],
  env: NodeJS.ProcessEnv = process.env,
): Pick<Config, Name> {
  // An empty variable in .env counts as unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = names.map((name) => [name, slices[name].safeParse(given)] as const);
  const problems = read.flatMap(([, { error }]) => error?.issues ?? []).map(({ message }) => message);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(read.map(([name, { data }]) => [name, data])) as Pick<Config, Name>;
}

/** The variables that these slices read. */
export const variablesOf = (names: readonly SliceName[]): string[] => [
  ...new Set(names.flatMap((name) => variablesIn(slices[name]))),
];

function variablesIn(schema: z.ZodType): string[] {
  const { in: inner, shape } = schema as unknown as { in?: z.ZodType; shape?: object };
  return shape ? Object.keys(shape) : variablesIn(inner as z.ZodType);
}

/** The settings of the bank's client; values given on a command line win. @throws ConfigError */
export const readBankConfig = (given: NodeJS.ProcessEnv = {}): Config['bank'] =>
  readConfig(['bank'], { ...process.env, ...given }).bank;

/** The unparsed environment, for a child process that reads it itself. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** The slices that each program reads at its start; tests compare them with the installations' settings. */
export const programs = {
  worker: [
    'bank',
    'documents',
    'worker',
    'log',
    'clock',
    'payouts',
    'records',
    'schedules',
    'authority',
    'signing',
    'freshLogins',
    'encryption',
  ],
  webhooks: ['webhooks', 'log', 'encryption'],
  desk: [
    'desk',
    'database',
    'documents',
    'auditor',
    'signing',
    'authorityMode',
    'log',
    'encryption',
    'clock',
  ],
  codec: ['codec', 'log', 'encryption'],
  'audit-signer': ['database', 'auditSigner', 'auditExport', 'log'],
  retention: ['database', 'auditKey', 'documents', 'retention', 'log'],
} as const satisfies Readonly<Record<string, readonly SliceName[]>>;
