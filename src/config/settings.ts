import { z } from 'zod';
import { codecSettings, encryptionSettings } from './encryption-settings';
import { deskSlices } from './desk-settings';
import { recordsSlices } from './records-settings';
import {
  address,
  amountUnit,
  authorityMode,
  bankEnvironment,
  flag,
  httpAddress,
  instant,
  isSafeToCall,
  key,
  list,
  must,
  named,
  oneOf,
  optionalWord,
  port,
  text,
  whole,
} from './variables';

type Given = Readonly<Record<string, unknown>>;

const isGiven = (env: Given, name: string) => env[name] !== undefined;

/** Whether a key is given itself or as a file, and not in both ways. */
const isGivenOnce = (name: string) => (env: Given) => isGiven(env, name) !== isGiven(env, `${name}_FILE`);

/** Reports a key given twice or not at all, together with all other problems. */
const otherwise = (name: string) => ({
  when: () => true,
  error: ({ input }: { readonly input?: unknown }) =>
    isGiven(Object(input) as Given, name)
      ? `${name} and ${name}_FILE exclude each other`
      : `${name} is missing`,
});

const inFile = (file = '') => ({ file });

const bank = z
  .object({
    SERVICE_BASE_URL: httpAddress.refine(
      isSafeToCall,
      must('begin with https: the bank is remote, and its keys would travel readable'),
    ),
    SERVICE_KEY: key.optional(),
    SERVICE_KEY_FILE: z.string().optional(),
    SERVICE_API_KEY: key.optional(),
    SERVICE_API_KEY_FILE: z.string().optional(),
    SERVICE_TIMEOUT_MS: whole(100).default(30_000),
    SERVICE_BALANCE_UNIT: amountUnit,
    SERVICE_TRANSACTION_UNIT: amountUnit,
  })
  .refine(isGivenOnce('SERVICE_KEY'), otherwise('SERVICE_KEY'))
  .refine(isGivenOnce('SERVICE_API_KEY'), otherwise('SERVICE_API_KEY'))
  .transform((env) => ({
    baseUrl: env.SERVICE_BASE_URL,
    key: env.SERVICE_KEY ?? inFile(env.SERVICE_KEY_FILE),
    apiKey: env.SERVICE_API_KEY ?? inFile(env.SERVICE_API_KEY_FILE),
    timeoutMs: env.SERVICE_TIMEOUT_MS,
    units: { balances: env.SERVICE_BALANCE_UNIT, transactions: env.SERVICE_TRANSACTION_UNIT },
  }));

/** Shorter secrets could be guessed from one signed delivery, in characters. */
const SECRET_MIN = 32;

const webhookSecret = text('a text').min(
  SECRET_MIN,
  must(
    `have at least ${SECRET_MIN} characters: it is the signature_secret in the bank's reply to PUT /v1/webhook`,
  ),
);

/** An unsigned feed needs a setting of its own: a forgotten secret must not open the endpoint. */
const webhooks = named({
  secret: { WEBHOOK_SECRET: webhookSecret.optional() },
  otherSecret: { WEBHOOK_SECRET_OTHER: webhookSecret.optional() },
  isUnsigned: { WEBHOOK_UNSIGNED: flag },
  header: {
    WEBHOOK_SIGNATURE_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, must('be the name of a header'))
      .toLowerCase()
      .optional(),
  },
  host: { WEBHOOK_HOST: z.string().default('127.0.0.1') },
  port: { WEBHOOK_PORT: port().default(4020) },
  encoding: { WEBHOOK_SIGNATURE_ENCODING: oneOf(['hex', 'base64']).default('hex') },
}).transform(({ host, port, isUnsigned, secret, ...signed }, context) => {
  if (isUnsigned && secret === undefined) return { host, port, authentication: 'unsigned' as const };
  if (isUnsigned) context.addIssue('WEBHOOK_SECRET and WEBHOOK_UNSIGNED exclude each other');
  if (secret === undefined) context.addIssue('WEBHOOK_SECRET is missing');
  return { host, port, authentication: { ...signed, secret: secret ?? '' } };
});

/** The mode and key files by which workers check signatures: without files they could accept nothing. */
const authority = named({
  mode: { AUTHORITY: authorityMode },
  keysFile: { AUTHORITY_KEYS: z.string().optional() },
  receiptKeysFile: { AUTHORITY_RECEIPT_KEYS: z.string().optional() },
}).transform(({ mode, keysFile, receiptKeysFile }, context) => {
  if (mode === 'open') return { mode };
  const missing = (name: string, command: string) =>
    context.addIssue(
      `${name} is missing: a worker takes nothing unsigned, and needs the file that "npm run starter -- keys ${command}" makes (AUTHORITY=open does without)`,
    );
  if (keysFile === undefined) missing('AUTHORITY_KEYS', 'create');
  if (receiptKeysFile === undefined) missing('AUTHORITY_RECEIPT_KEYS', 'create-receipt-key');
  return { mode, keysFile: keysFile ?? '', receiptKeysFile: receiptKeysFile ?? '' };
});

const NO_POLICY =
  'PAYOUT_POLICY_FILE is missing: the policy says who must approve what, and acts are checked by it (AUTHORITY=open does without)';

/** The environment's settings, by the part of the project that needs them. See `.env.example`. */
export const slices = {
  ...recordsSlices,
  ...deskSlices,
  bank,
  documents: named({ folder: { DOCUMENTS_DIR: z.string().default('examples/documents') } }),
  webhooks,
  log: named({
    level: { LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error']).default('info') },
  }),
  worker: named({
    maxCachedWorkflows: {
      WORKER_MAX_CACHED_WORKFLOWS: whole(2).default(5_000),
    },
    metricsAddress: { WORKER_METRICS_ADDRESS: address.optional() },
    buildId: {
      WORKER_BUILD_ID: optionalWord('one word of at most 60 characters, such as the commit'),
    },
    keeper: { WORKER_KEEPER: oneOf(['on', 'off']).default('on') },
    extraActivities: {
      EXTRA_ACTIVITIES: list(/^\w+$/, 'names of operations with commas between').default([]),
    },
    privateEndpoints: {
      EVENTS_PRIVATE_ENDPOINTS: oneOf(['allow', 'refuse'])
        .default('refuse')
        .transform((word) => word === 'allow'),
    },
    beneficiaryMemoryHours: { BENEFICIARY_MEMORY_HOURS: whole(0).default(24) },
    bankWords: { BANK_WORDS: z.string().optional() },
    stalledAfterMs: {
      STALLED_AFTER_SECONDS: whole(1)
        .default(420)
        .transform((seconds) => seconds * 1_000),
    },
  }),
  authority,
  authorityMode: named({ mode: { AUTHORITY: authorityMode } }),
  signing: named({
    keyFile: { STARTER_KEY: z.string().optional() },
    /** The person whom a desk's key speaks for. */
    actor: { STARTER_ACTOR: optionalWord('an opaque id of a person, such as officer-7') },
    ringFile: { AUTHORITY_KEYS: z.string().optional() },
    policyFile: { PAYOUT_POLICY_FILE: z.string().optional() },
    bankEnvironment: { BANK_ENVIRONMENT: bankEnvironment },
  }),
  payouts: named({
    mode: { AUTHORITY: authorityMode },
    policyFile: { PAYOUT_POLICY_FILE: z.string().optional() },
    stampDuty: { STAMP_DUTY: oneOf(['sender', 'receiver']).default('sender') },
  }).refine(({ mode, policyFile }) => mode === 'open' || policyFile !== undefined, NO_POLICY),
  schedules: named({
    backfillMinutes: { GAP_REPAIR_EVERY_MINUTES: whole(0).default(15) },
    reconcileDays: {
      RECONCILE_EVERY_DAYS: whole(0).max(366, must('be at most 366')).default(1),
    },
    feeWords: {
      STATEMENT_FEE_WORDS: list(/^[\p{L}\p{N}]+$/u, 'words, with commas between')
        .transform((words) => words.map((word) => word.toLowerCase()))
        .optional(),
    },
    accounts: {
      PAYING_ACCOUNTS: list(
        /^\d{10}( +[^,]+)?$/,
        'account numbers of 10 digits, each with its name or alone, with commas between',
      )
        .transform((accounts) =>
          accounts.map((one) => {
            const [accountNumber = '', ...words] = one.trim().split(/ +/);
            return { accountNumber, ...(words.length > 0 && { name: words.join(' ') }) };
          }),
        )
        .default([]),
    },
  }),
  clock: named({
    rate: {
      BUSINESS_CLOCK_RATE: z.coerce.number(must('be a number')).positive(must('be above 0')).default(1),
    },
    realAt: { BUSINESS_CLOCK_REAL_AT: instant },
    businessAt: { BUSINESS_CLOCK_BUSINESS_AT: instant },
    environment: { BANK_ENVIRONMENT: z.string().default('') },
  })
    .refine(({ realAt, businessAt }) => (realAt === undefined) === (businessAt === undefined), {
      error: 'BUSINESS_CLOCK_REAL_AT and BUSINESS_CLOCK_BUSINESS_AT belong together',
    })
    .refine(
      ({ rate, realAt, environment }) =>
        (rate === 1 && realAt === undefined) || !/^(production)?$/i.test(environment),
      'BUSINESS_CLOCK_RATE and the instants beside it are for demonstrations: they need BANK_ENVIRONMENT, and another one than production',
    )
    .transform(({ rate, realAt, businessAt }) => ({
      rate,
      ...(realAt !== undefined && businessAt !== undefined && { anchor: { realAt, businessAt } }),
    })),
  encryption: encryptionSettings,
  codec: codecSettings,
  temporalCli: named({ path: { TEMPORAL_CLI_PATH: text('a path') } }),
  testServer: named({ path: { TEMPORAL_TEST_SERVER_PATH: text('a path') } }),
};

export type SliceName = keyof typeof slices;

/** Each slice as programs get it. */
export type Config = { readonly [Name in SliceName]: z.output<(typeof slices)[Name]> };
