import { slices, type Config, type SliceName } from './slices';

export type { Config };

/** The environment does not hold what a program needs. The message names every variable at fault, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(['The environment is incomplete:', ...problems].join('\n  ') + '\nSee .env.example.');
  }
}

/**
 * The parts of the configuration that a program needs, so that one without the bank asks for no key.
 * @throws ConfigError with all problems at once.
 */
export function readConfig<const Name extends SliceName>(
  names: readonly Name[],
  env: NodeJS.ProcessEnv = process.env,
): Pick<Config, Name> {
  // An empty line of .env means the same as none.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const config: Partial<Config> = {};
  const problems = names.flatMap((name) => readSlice(config, name, given));
  if (problems.length > 0) throw new ConfigError(problems);
  return config as Pick<Config, Name>;
}

/** Adds one part to the configuration, or says what is wrong with its variables. */
function readSlice(config: Partial<Config>, name: SliceName, given: NodeJS.ProcessEnv): string[] {
  const { data, error } = slices[name].safeParse(given);
  if (error) return error.issues.map(({ message }) => message);
  Object.assign(config, { [name]: data });
  return [];
}

/** What the bank's client needs; what is given, on a command line, outranks the environment. @throws ConfigError */
export const readBankConfig = (given: NodeJS.ProcessEnv = {}): Config['bank'] =>
  readConfig(['bank'], { ...process.env, ...given }).bank;

/** All of the environment as it is, for a process that is started to read it itself. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** The parts of the configuration that each program reads as it starts; tests compare what installations pass to it. */
export const programs = {
  worker: [
    'bank',
    'documents',
    'worker',
    'log',
    'clock',
    'reads',
    'events',
    'words',
    'payouts',
    'records',
    'schedules',
    'stalls',
    'authority',
    'signing',
    'freshLogins',
    'encryption',
  ],
  webhooks: ['webhooks', 'log', 'encryption'],
  desk: ['desk', 'database', 'documents', 'signing', 'authorityMode', 'log', 'encryption'],
  codec: ['codec', 'log', 'encryption'],
  'audit-signer': ['database', 'auditSigner', 'auditExport', 'log'],
  retention: ['database', 'auditKey', 'documents', 'retention', 'log'],
} as const satisfies Readonly<Record<string, readonly SliceName[]>>;
