import { ConfigError, readConfig } from '../../src/config/read-config';

const complete = { SERVICE_BASE_URL: 'https://bank.example/api', SERVICE_KEY: 'k-1', SERVICE_API_KEY: 'k-2' };

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
  }
  throw new Error('no ConfigError');
}

test('the configuration comes from the environment, in typed parts', () => {
  const env = {
    ...complete,
    SERVICE_TIMEOUT_MS: '5000',
    SERVICE_TRANSACTION_UNIT: 'naira',
    WORKER_MAX_CACHED_WORKFLOWS: '50',
    WORKER_BUILD_ID: '9f1c2ab',
    LOG_LEVEL: 'warn',
  };
  expect(readConfig(['bank', 'worker', 'log', 'documents'], env)).toEqual({
    bank: {
      baseUrl: 'https://bank.example/api',
      key: 'k-1',
      apiKey: 'k-2',
      timeoutMs: 5_000,
      units: { balances: 'kobo', transactions: 'naira' },
    },
    worker: {
      ...{ maxCachedWorkflows: 50, keeper: 'on', buildId: '9f1c2ab', extraActivities: [] },
      ...{ beneficiaryMemoryHours: 24, privateEndpoints: false, stalledAfterMs: 420_000 },
    },
    log: { level: 'warn' },
    documents: { folder: 'examples/documents' },
  });
});

test('the sender pays the stamp duty unless the bank takes it from the receiver', () => {
  const read = (env: NodeJS.ProcessEnv) => readConfig(['payouts'], { AUTHORITY: 'open', ...env }).payouts;
  expect(read({})).toMatchObject({ stampDuty: 'sender' });
  expect(read({ STAMP_DUTY: 'receiver' })).toMatchObject({ stampDuty: 'receiver' });
  expect(problemsOf(() => read({ STAMP_DUTY: 'nobody' }))).toEqual(['STAMP_DUTY must be sender or receiver']);
});

test('paying accounts have names or none, and other words are refused', () => {
  const read = (list: string) => readConfig(['schedules'], { PAYING_ACCOUNTS: list }).schedules.accounts;
  expect(read('0123456789 Operations  Lagos, 0123456780')).toEqual([
    { accountNumber: '0123456789', name: 'Operations Lagos' },
    { accountNumber: '0123456780' },
  ]);
  expect(problemsOf(() => read('Operations 0123456789'))).toEqual([
    expect.stringContaining('PAYING_ACCOUNTS must be account numbers of 10 digits'),
  ]);
});

test('every missing variable is named at once', () => {
  expect(problemsOf(() => readConfig(['bank', 'temporalCli'], {}))).toEqual([
    'SERVICE_BASE_URL is missing',
    'SERVICE_KEY is missing',
    'SERVICE_API_KEY is missing',
    'TEMPORAL_CLI_PATH is missing',
  ]);
});

test('a variable that is empty counts as missing', () => {
  expect(problemsOf(() => readConfig(['bank'], { ...complete, SERVICE_KEY: '' }))).toEqual([
    'SERVICE_KEY is missing',
  ]);
});

test('a wrong variable is answered with what was expected and never with what was given', () => {
  const env = {
    SERVICE_BASE_URL: 'ftp://s3cret.example',
    SERVICE_KEY: 's3cret with\nnewline',
    SERVICE_API_KEY: 's3crét',
    SERVICE_TIMEOUT_MS: 's3cret',
    LOG_LEVEL: 's3cret',
    WORKER_MAX_CACHED_WORKFLOWS: '1.5',
    WORKER_BUILD_ID: 's3cret build',
  };
  const problems = problemsOf(() => readConfig(['bank', 'log', 'worker'], env));
  expect(problems).toEqual([
    'SERVICE_BASE_URL must be an http or https address',
    'SERVICE_KEY must be one word of plain characters',
    'SERVICE_API_KEY must be one word of plain characters',
    'SERVICE_TIMEOUT_MS must be a whole number',
    'LOG_LEVEL must be trace, debug, info, warn or error',
    'WORKER_MAX_CACHED_WORKFLOWS must be a whole number',
    'WORKER_BUILD_ID must be one word of at most 60 characters, such as the commit',
  ]);
});

test('a program that does not call the bank needs no key', () => {
  expect(readConfig(['documents', 'log'], {})).toEqual({
    documents: { folder: 'examples/documents' },
    log: { level: 'info' },
  });
});

test('a unit of amounts is kobo or naira', () => {
  expect(problemsOf(() => readConfig(['bank'], { ...complete, SERVICE_BALANCE_UNIT: 'dollars' }))).toEqual([
    'SERVICE_BALANCE_UNIT must be kobo or naira',
  ]);
});

test('a key of the bank is given itself or as a file, and not in both ways', () => {
  const { SERVICE_KEY: _, ...others } = complete;
  const { bank } = readConfig(['bank'], { ...others, SERVICE_KEY_FILE: '/run/secrets/key' });
  expect([bank.key, bank.apiKey]).toEqual([{ file: '/run/secrets/key' }, 'k-2']);
  expect(
    problemsOf(() => readConfig(['bank'], { ...complete, SERVICE_KEY_FILE: '/run/secrets/key' })),
  ).toEqual(['SERVICE_KEY and SERVICE_KEY_FILE exclude each other']);
});

test('a worker without a policy does not start, unless acts are not asked for', () => {
  expect(() => readConfig(['payouts'], {})).toThrow(/PAYOUT_POLICY_FILE is missing/);
  expect(readConfig(['payouts'], { AUTHORITY: 'open' }).payouts.policyFile).toBeUndefined();
  expect(readConfig(['payouts'], { PAYOUT_POLICY_FILE: 'p.json' }).payouts.policyFile).toBe('p.json');
});

test('a worker without the keys by which it knows who asks does not start unless a setting says so', () => {
  expect(() => readConfig(['authority'], {})).toThrow(
    /AUTHORITY_KEYS is missing.*\n.*AUTHORITY_RECEIPT_KEYS is missing.*AUTHORITY=open does without/,
  );
  expect(readConfig(['authority'], { AUTHORITY: 'open' })).toEqual({ authority: { mode: 'open' } });
  const keys = { AUTHORITY_KEYS: 'keys.json', AUTHORITY_RECEIPT_KEYS: 'receipt-key.json' };
  expect(readConfig(['authority'], keys).authority).toMatchObject({ mode: 'signed', keysFile: 'keys.json' });
});

test('business time runs otherwise than real time only where the bank is said to be another one than in production', () => {
  const fast = { BUSINESS_CLOCK_RATE: '1000' };
  for (const env of [fast, { ...fast, BANK_ENVIRONMENT: 'production' }])
    expect(problemsOf(() => readConfig(['clock'], env))).toEqual([
      expect.stringContaining('they need BANK_ENVIRONMENT, and another one than production'),
    ]);
  expect(readConfig(['clock'], { ...fast, BANK_ENVIRONMENT: 'test' }).clock).toEqual({ rate: 1_000 });
  expect(readConfig(['clock'], { BANK_ENVIRONMENT: 'production' }).clock).toEqual({ rate: 1 });
});
