import { z } from 'zod';

/** The environment does not hold what a program needs. The message names every variable at fault, never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(['The environment is incomplete:', ...problems].join('\n  ') + '\nSee .env.example.');
  }
}

const required = (name: string, expected: string) => ({
  error: ({ input }: { input?: unknown }) =>
    `${name} ${input === undefined ? 'is missing' : `must be ${expected}`}`,
});

const key = (name: string) =>
  z.string(required(name, 'a key')).regex(/^[\x21-\x7e]+$/, `${name} must be one word of plain characters`);

const whole = (name: string, least: number) =>
  z.coerce
    .number(required(name, 'a whole number'))
    .int(`${name} must be a whole number`)
    .min(least, `${name} must be at least ${least}`);

const instant = (name: string) => z.iso.datetime(required(name, 'an instant, ISO 8601 in UTC')).optional();

/** What the environment may hold, by the part of the project that needs it. `.env.example` explains each variable. */
const slices = {
  service: z
    .object({
      SERVICE_BASE_URL: z.url({
        protocol: /^https?$/,
        ...required('SERVICE_BASE_URL', 'an http or https address'),
      }),
      SERVICE_KEY: key('SERVICE_KEY'),
      SERVICE_API_KEY: key('SERVICE_API_KEY'),
      SERVICE_TIMEOUT_MS: whole('SERVICE_TIMEOUT_MS', 100).default(30_000),
    })
    .transform((env) => ({
      baseUrl: env.SERVICE_BASE_URL,
      key: env.SERVICE_KEY,
      apiKey: env.SERVICE_API_KEY,
      timeoutMs: env.SERVICE_TIMEOUT_MS,
    })),
  documents: z
    .object({ DOCUMENTS_DIR: z.string().default('examples/documents') })
    .transform((env) => ({ folder: env.DOCUMENTS_DIR })),
  webhooks: z
    .object({
      WEBHOOK_SECRET: z.string(required('WEBHOOK_SECRET', 'a text')),
      WEBHOOK_HOST: z.string().default('127.0.0.1'),
      WEBHOOK_PORT: whole('WEBHOOK_PORT', 0).max(65_535, 'WEBHOOK_PORT must be at most 65535').default(4020),
      WEBHOOK_SIGNATURE_ENCODING: z
        .enum(['hex', 'base64'], required('WEBHOOK_SIGNATURE_ENCODING', 'hex or base64'))
        .default('hex'),
    })
    .transform((env) => ({
      secret: env.WEBHOOK_SECRET,
      host: env.WEBHOOK_HOST,
      port: env.WEBHOOK_PORT,
      encoding: env.WEBHOOK_SIGNATURE_ENCODING,
    })),
  log: z
    .object({
      LOG_LEVEL: z
        .enum(
          ['trace', 'debug', 'info', 'warn', 'error'],
          required('LOG_LEVEL', 'trace, debug, info, warn or error'),
        )
        .default('info'),
    })
    .transform((env) => ({ level: env.LOG_LEVEL })),
  worker: z
    .object({
      WORKER_MAX_CACHED_WORKFLOWS: whole('WORKER_MAX_CACHED_WORKFLOWS', 2).default(1_000),
      WORKER_METRICS_ADDRESS: z
        .string()
        .regex(
          /^[\d.]+:\d{1,5}$/,
          'WORKER_METRICS_ADDRESS must be an IP address and a port, as in 127.0.0.1:9464',
        )
        .optional(),
    })
    .transform((env) => ({
      maxCachedWorkflows: env.WORKER_MAX_CACHED_WORKFLOWS,
      metricsAddress: env.WORKER_METRICS_ADDRESS,
    })),
  reads: z
    .object({ BENEFICIARY_MEMORY_HOURS: whole('BENEFICIARY_MEMORY_HOURS', 0).default(24) })
    .transform((env) => ({ beneficiaryMemoryHours: env.BENEFICIARY_MEMORY_HOURS })),
  payouts: z
    .object({ PAYOUT_POLICY_FILE: z.string().optional() })
    .transform((env) => ({ policyFile: env.PAYOUT_POLICY_FILE })),
  sweeps: z
    .object({
      GAP_REPAIR_EVERY_MINUTES: whole('GAP_REPAIR_EVERY_MINUTES', 0).default(15),
      RECONCILE_EVERY_DAYS: whole('RECONCILE_EVERY_DAYS', 0)
        .max(366, 'RECONCILE_EVERY_DAYS must be at most 366')
        .default(1),
      PAYING_ACCOUNTS: z
        .string()
        .regex(
          /^\d{10}( *, *\d{10})*$/,
          'PAYING_ACCOUNTS must be account numbers of 10 digits, with commas between',
        )
        .optional(),
    })
    .transform((env) => ({
      gapRepairMinutes: env.GAP_REPAIR_EVERY_MINUTES,
      reconcileDays: env.RECONCILE_EVERY_DAYS,
      accounts: env.PAYING_ACCOUNTS?.split(/ *, */) ?? [],
    })),
  clock: z
    .object({
      BUSINESS_CLOCK_RATE: z.coerce
        .number(required('BUSINESS_CLOCK_RATE', 'a number'))
        .positive('BUSINESS_CLOCK_RATE must be above 0')
        .default(1),
      BUSINESS_CLOCK_REAL_AT: instant('BUSINESS_CLOCK_REAL_AT'),
      BUSINESS_CLOCK_BUSINESS_AT: instant('BUSINESS_CLOCK_BUSINESS_AT'),
    })
    .refine(
      (env) => (env.BUSINESS_CLOCK_REAL_AT === undefined) === (env.BUSINESS_CLOCK_BUSINESS_AT === undefined),
      {
        error: 'BUSINESS_CLOCK_REAL_AT and BUSINESS_CLOCK_BUSINESS_AT belong together',
      },
    )
    .transform(
      ({
        BUSINESS_CLOCK_RATE: rate,
        BUSINESS_CLOCK_REAL_AT: realAt,
        BUSINESS_CLOCK_BUSINESS_AT: businessAt,
      }) => ({
        rate,
        ...(realAt !== undefined && businessAt !== undefined && { anchor: { realAt, businessAt } }),
      }),
    ),
  temporalCli: z
    .object({ TEMPORAL_CLI_PATH: z.string(required('TEMPORAL_CLI_PATH', 'a path')) })
    .transform((env) => ({ path: env.TEMPORAL_CLI_PATH })),
  testServer: z
    .object({ TEMPORAL_TEST_SERVER_PATH: z.string(required('TEMPORAL_TEST_SERVER_PATH', 'a path')) })
    .transform((env) => ({ path: env.TEMPORAL_TEST_SERVER_PATH })),
};

type SliceName = keyof typeof slices;
export type Config = { readonly [Name in SliceName]: z.output<(typeof slices)[Name]> };

/**
 * The parts of the configuration that a program needs, so that one without the service asks for no key.
 * @throws ConfigError with all problems at once.
 */
export function readConfig<const Name extends SliceName>(
  names: readonly Name[],
  env: NodeJS.ProcessEnv = process.env,
): Pick<Config, Name> {
  // An empty line of .env means the same as none.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = names.map((name) => [name, slices[name].safeParse(given)] as const);
  const problems = parsed.flatMap(([, { error }]) => error?.issues.map(({ message }) => message) ?? []);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(parsed.map(([name, { data }]) => [name, data])) as unknown as Pick<Config, Name>;
}

/** What the client needs; what is given, on a command line, outranks the environment. @throws ConfigError */
export const readServiceConfig = (given: NodeJS.ProcessEnv = {}) =>
  readConfig(['service'], { ...process.env, ...given }).service;

/** All of the environment as it is, for a process that is started to read it itself. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });
