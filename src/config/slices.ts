import { z } from 'zod';
import { codecSettings, encryptionSettings } from './encryption-settings';
import { bank } from './bank';
import { deskSlices } from './desk-settings';
import { recordsSlices } from './records-settings';
import {
  actorId,
  address,
  authorityMode,
  bankEnvironment,
  buildId,
  instant,
  required,
  whole,
} from './variables';

/** Shorter ones could be guessed from one signed delivery, in characters. */
const SECRET_MIN = 32;

/** A secret for signatures of webhooks. */
const webhookSecret = (name: string) =>
  z
    .string(required(name, 'a text'))
    .min(SECRET_MIN, `${name} must have at least ${SECRET_MIN} characters; openssl rand -hex 32 makes one`);

/** An unsigned feed is taken by its own setting alone: a secret that was forgotten must not open the endpoint. */
const webhooks = z
  .object({
    WEBHOOK_SECRET: webhookSecret('WEBHOOK_SECRET').optional(),
    WEBHOOK_SECRET_OTHER: webhookSecret('WEBHOOK_SECRET_OTHER').optional(),
    WEBHOOK_UNSIGNED: z
      .enum(['true', 'false'], required('WEBHOOK_UNSIGNED', 'true or false'))
      .default('false'),
    WEBHOOK_SIGNATURE_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'WEBHOOK_SIGNATURE_HEADER must be the name of a header')
      .optional(),
    WEBHOOK_HOST: z.string().default('127.0.0.1'),
    WEBHOOK_PORT: whole('WEBHOOK_PORT', 0).max(65_535, 'WEBHOOK_PORT must be at most 65535').default(4020),
    WEBHOOK_SIGNATURE_ENCODING: z
      .enum(['hex', 'base64'], required('WEBHOOK_SIGNATURE_ENCODING', 'hex or base64'))
      .default('hex'),
  })
  .transform((env, context) => {
    const { WEBHOOK_HOST: host, WEBHOOK_PORT: port, WEBHOOK_SECRET: secret } = env;
    const isUnsigned = env.WEBHOOK_UNSIGNED === 'true';
    if (isUnsigned && secret === undefined) return { host, port, authentication: 'unsigned' as const };
    if (isUnsigned)
      context.addIssue({ code: 'custom', message: 'WEBHOOK_SECRET and WEBHOOK_UNSIGNED exclude each other' });
    if (secret === undefined) context.addIssue({ code: 'custom', message: 'WEBHOOK_SECRET is missing' });
    const authentication = {
      secret: secret ?? '',
      otherSecret: env.WEBHOOK_SECRET_OTHER,
      header: env.WEBHOOK_SIGNATURE_HEADER?.toLowerCase(),
      encoding: env.WEBHOOK_SIGNATURE_ENCODING,
    };
    return { host, port, authentication };
  });

/** How workers know who asks, and where their keys lie: without them nothing could be accepted. */
const authority = z
  .object({
    AUTHORITY: authorityMode,
    AUTHORITY_KEYS: z.string().optional(),
    AUTHORITY_RECEIPT_KEYS: z.string().optional(),
  })
  .transform((env, context) => {
    const { AUTHORITY: mode, AUTHORITY_KEYS: keysFile, AUTHORITY_RECEIPT_KEYS: receiptKeysFile } = env;
    if (mode === 'open') return { mode };
    const missing = (name: string, command: string) =>
      context.addIssue({
        code: 'custom',
        message: `${name} is missing: a worker takes nothing unsigned, and needs the file that "npm run starter -- keys ${command}" makes (AUTHORITY=open does without)`,
      });
    if (keysFile === undefined) missing('AUTHORITY_KEYS', 'create');
    if (receiptKeysFile === undefined) missing('AUTHORITY_RECEIPT_KEYS', 'create-receipt-key');
    return { mode, keysFile: keysFile ?? '', receiptKeysFile: receiptKeysFile ?? '' };
  });

const NO_POLICY =
  'PAYOUT_POLICY_FILE is missing: the policy says who must approve what, and acts are checked by it (AUTHORITY=open does without)';

/** What the environment may hold, by the part of the project that needs it. `.env.example` explains each variable. */
export const slices = {
  ...recordsSlices,
  ...deskSlices,
  bank,
  documents: z
    .object({ DOCUMENTS_DIR: z.string().default('examples/documents') })
    .transform((env) => ({ folder: env.DOCUMENTS_DIR })),
  webhooks,
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
      WORKER_METRICS_ADDRESS: address('WORKER_METRICS_ADDRESS').optional(),
      WORKER_BUILD_ID: buildId('WORKER_BUILD_ID').optional(),
      WORKER_KEEPER: z.enum(['on', 'off'], required('WORKER_KEEPER', 'on or off')).default('on'),
      EXTRA_ACTIVITIES: z
        .string()
        .regex(/^\w+( *, *\w+)*$/, 'EXTRA_ACTIVITIES must be names of operations with commas between')
        .transform((text) => text.split(/ *, */))
        .default([]),
    })
    .transform((env) => ({
      maxCachedWorkflows: env.WORKER_MAX_CACHED_WORKFLOWS,
      metricsAddress: env.WORKER_METRICS_ADDRESS,
      keeper: env.WORKER_KEEPER,
      extraActivities: env.EXTRA_ACTIVITIES,
      ...(env.WORKER_BUILD_ID !== undefined && { buildId: env.WORKER_BUILD_ID }),
    })),
  reads: z
    .object({ BENEFICIARY_MEMORY_HOURS: whole('BENEFICIARY_MEMORY_HOURS', 0).default(24) })
    .transform((env) => ({ beneficiaryMemoryHours: env.BENEFICIARY_MEMORY_HOURS })),
  stalls: z
    .object({ STALLED_AFTER_SECONDS: whole('STALLED_AFTER_SECONDS', 1).default(420) })
    .transform((env) => ({ stalledAfterMs: env.STALLED_AFTER_SECONDS * 1_000 })),
  authority,
  authorityMode: z.object({ AUTHORITY: authorityMode }).transform((env) => ({ mode: env.AUTHORITY })),
  signing: z
    .object({
      STARTER_KEY: z.string().optional(),
      STARTER_ACTOR: actorId.optional(),
      AUTHORITY_KEYS: z.string().optional(),
      PAYOUT_POLICY_FILE: z.string().optional(),
      BANK_ENVIRONMENT: bankEnvironment,
    })
    .transform((env) => ({
      keyFile: env.STARTER_KEY,
      actor: env.STARTER_ACTOR,
      ringFile: env.AUTHORITY_KEYS,
      policyFile: env.PAYOUT_POLICY_FILE,
      bankEnvironment: env.BANK_ENVIRONMENT,
    })),
  words: z.object({ BANK_WORDS: z.string().optional() }).transform((env) => ({ bankWords: env.BANK_WORDS })),
  payouts: z
    .object({
      AUTHORITY: authorityMode,
      PAYOUT_POLICY_FILE: z.string().optional(),
      STAMP_DUTY: z
        .enum(['sender', 'receiver'], required('STAMP_DUTY', 'sender or receiver'))
        .default('sender'),
    })
    .refine((env) => env.AUTHORITY === 'open' || env.PAYOUT_POLICY_FILE !== undefined, NO_POLICY)
    .transform((env) => ({ policyFile: env.PAYOUT_POLICY_FILE, stampDuty: env.STAMP_DUTY })),
  schedules: z
    .object({
      GAP_REPAIR_EVERY_MINUTES: whole('GAP_REPAIR_EVERY_MINUTES', 0).default(15),
      RECONCILE_EVERY_DAYS: whole('RECONCILE_EVERY_DAYS', 0)
        .max(366, 'RECONCILE_EVERY_DAYS must be at most 366')
        .default(1),
      STATEMENT_FEE_WORDS: z
        .string()
        .regex(
          /^[\p{L}\p{N}]+( *, *[\p{L}\p{N}]+)*$/u,
          'STATEMENT_FEE_WORDS must be words, with commas between',
        )
        .optional(),
      PAYING_ACCOUNTS: z
        .string()
        .regex(
          /^\d{10}( *, *\d{10})*$/,
          'PAYING_ACCOUNTS must be account numbers of 10 digits, with commas between',
        )
        .optional(),
    })
    .transform((env) => ({
      feeWords: env.STATEMENT_FEE_WORDS?.toLowerCase().split(/ *, */),
      backfillMinutes: env.GAP_REPAIR_EVERY_MINUTES,
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
      BANK_ENVIRONMENT: z.string().optional(),
    })
    .refine(
      (env) => (env.BUSINESS_CLOCK_REAL_AT === undefined) === (env.BUSINESS_CLOCK_BUSINESS_AT === undefined),
      {
        error: 'BUSINESS_CLOCK_REAL_AT and BUSINESS_CLOCK_BUSINESS_AT belong together',
      },
    )
    .refine(
      (env) =>
        (env.BUSINESS_CLOCK_RATE === 1 && env.BUSINESS_CLOCK_REAL_AT === undefined) ||
        !/^(production)?$/i.test(env.BANK_ENVIRONMENT ?? ''),
      {
        error:
          'BUSINESS_CLOCK_RATE and the instants beside it are for demonstrations: they need BANK_ENVIRONMENT, and another one than production',
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
  encryption: encryptionSettings,
  codec: codecSettings,
  temporalCli: z
    .object({ TEMPORAL_CLI_PATH: z.string(required('TEMPORAL_CLI_PATH', 'a path')) })
    .transform((env) => ({ path: env.TEMPORAL_CLI_PATH })),
  testServer: z
    .object({ TEMPORAL_TEST_SERVER_PATH: z.string(required('TEMPORAL_TEST_SERVER_PATH', 'a path')) })
    .transform((env) => ({ path: env.TEMPORAL_TEST_SERVER_PATH })),
};

export type SliceName = keyof typeof slices;

/** Each part as programs get it. */
export type Config = { readonly [Name in SliceName]: z.output<(typeof slices)[Name]> };
