import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { programs as parts, variablesOf } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';

type Program = 'migrations' | 'worker' | 'webhooks' | 'desk' | 'codec' | 'audit-signer' | 'retention';
type Other = 'postgresql' | 'schema' | 'temporal' | 'namespace' | 'ui' | 'records';

interface Container {
  image: string;
  profiles?: string[];
  command?: string[];
  environment: Record<string, string | number | null>;
  volumes?: (string | { source: string })[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}
interface Compose {
  services: Record<Program | Other, Container>;
}

const root = join(__dirname, '../..');
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const {
  migrations,
  worker,
  webhooks,
  desk,
  codec,
  'audit-signer': auditSigner,
  retention,
} = compose.services;
const programs = { migrations, worker, webhooks, desk, codec, 'audit-signer': auditSigner, retention };

/** Against the compose specification's own schema, which dclint ships. */
function problemsOf(document: unknown): string[] {
  const path = join(dirname(require.resolve('dclint/package.json')), 'schemas/compose.schema.json');
  const schema = { ...JSON.parse(readFileSync(path, 'utf8')), $schema: undefined };
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

test('the file follows the compose specification', () => {
  expect(problemsOf(compose)).toEqual([]);
});

test('the specification would notice a misspelt key', () => {
  const misspelt = { services: { ui: { image: 'a', depend_on: ['b'] } } };
  expect(problemsOf(misspelt)).not.toEqual([]);
});

test('the search attributes are those that the workflows use', () => {
  const pairs = String(compose.services.namespace.environment['SEARCH_ATTRIBUTES']).split(' ');
  expect(Object.fromEntries(pairs.map((pair) => pair.split('=')))).toEqual({ ...searchAttributes });
});

test('every image has a fixed version', () => {
  for (const { image } of Object.values(compose.services))
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-alpine)?$/);
});

test('no password stands in the file: each comes from the environment and has no default', () => {
  const settings = Object.values(compose.services).flatMap(({ environment }) => Object.entries(environment));
  const secrets = settings.filter(([name]) => /PASSWORD|PWD|SECRET|KEY$|DATABASE/.test(name));
  expect(secrets.length).toBeGreaterThan(10);
  const shown = secrets.map(([name, value]) => [name, withoutReferences(value)]);
  expect(shown.filter(([, value]) => !isEmptyOrPlace(value ?? ''))).toEqual([]);
});

/** What stands in the file itself: without `${NAME:?…}` and `${NAME:-}`, which bring no value along. */
const withoutReferences = (value: string | number | null) =>
  String(value ?? '').replaceAll(/\$\{[A-Z_]+:(\?[^}]+|-)\}/g, '');

/** An address whose password is not in the file, the path of a key's file, or nothing. */
const isEmptyOrPlace = (value: string) =>
  value === '' || /^\/keys\/[\w./-]+$/.test(value) || /^postgres:\/\/\w+:@records:5432\/records$/.test(value);

test('each part waits for the one it needs', () => {
  const { schema, temporal, namespace, ui } = compose.services;
  expect(schema.depends_on).toEqual({ postgresql: { condition: 'service_healthy' } });
  expect(temporal.depends_on).toEqual({ schema: { condition: 'service_completed_successfully' } });
  expect(namespace.depends_on).toEqual({ temporal: { condition: 'service_healthy' } });
  expect(ui.depends_on).toEqual({ namespace: { condition: 'service_completed_successfully' } });
});

test('every mounted file exists', () => {
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = mounted
    .map((each) => (typeof each === 'string' ? each.split(':')[0]! : each.source))
    .filter((source) => source.startsWith('./deploy/'));
  expect(files).toHaveLength(4);
  for (const file of files) expect(existsSync(join(root, file))).toBe(true);
});

test('both task queues of the bank have one partition', () => {
  const config = parse(readFileSync(join(root, 'deploy/temporal/dynamic-config.yaml'), 'utf8'));
  const onePartition = ['bank-urgent', 'bank-routine'].map((taskQueueName) => ({
    value: 1,
    constraints: { taskQueueName },
  }));
  expect(config).toMatchObject({
    'history.transferProcessorMaxPollRPS': [{ value: 200 }],
    'matching.numTaskqueueReadPartitions': onePartition,
    'matching.numTaskqueueWritePartitions': onePartition,
  });
});

test('the programs start only when they are asked for, without rights, on a file system that they cannot change', () => {
  for (const program of Object.values(programs))
    expect(program).toMatchObject({
      profiles: [program === retention ? 'retention' : 'application'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

test('two workers start, when the tables and the namespace are there', () => {
  expect(worker).toMatchObject({
    deploy: { replicas: 2 },
    depends_on: {
      migrations: { condition: 'service_completed_successfully' },
      namespace: { condition: 'service_completed_successfully' },
    },
  });
});

test('every program that runs for long and answers is asked for its health', () => {
  for (const { healthcheck } of [worker, webhooks, desk, codec])
    expect(healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
});

test('each program runs a source that exists, in the image of this version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const { image, command } of Object.values(programs)) {
    expect(image).toBe(`lending-payouts-orchestrator:${version}`);
    expect(existsSync(join(root, command![0]!.replace(/^dist/, 'src').replace(/js$/, 'ts')))).toBe(true);
  }
});

test('.env.example explains every variable of a program', () => {
  const explained = readFileSync(join(root, '.env.example'), 'utf8');
  const names = Object.values(programs).flatMap(({ environment }) => Object.keys(environment));
  expect(names.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(explained))).toEqual([]);
});

/** What this installation leaves out on purpose, by its name or the beginning of it. */
const NOT_PASSED = {
  RECORDS: 'the database of the records is a part of the file',
  DATABASE_MIGRATION_URL: 'migrations alone own the tables',
  WORKER_KEEPER: 'two workers start, of which one must be the keeper',
  BUSINESS_CLOCK_: 'of demonstrations',
  DESK_DEMONSTRATION: 'of demonstrations',
  STARTER_: 'of the command line',
};

/** Parts of a slice that the command line has a use for, and encryption that is off, with which a codec server does nothing. */
const UNUSED: Readonly<Record<string, string[]>> = {
  desk: ['AUTHORITY_KEYS', 'PAYOUT_POLICY_FILE'],
  codec: ['ENCRYPTION'],
};

test.each(Object.entries(parts))('%s gets every variable that it reads', (program, slices) => {
  const { environment } = programs[program as keyof typeof parts];
  const leftOut = [...Object.keys(NOT_PASSED), ...(UNUSED[program] ?? [])];
  const missing = variablesOf(slices).filter((name) => !(name in environment));
  expect(missing.filter((name) => !leftOut.some((start) => name.startsWith(start)))).toEqual([]);
});

test('what is left out on purpose is read by a program', () => {
  const read = Object.values(parts).flatMap((slices) => variablesOf(slices));
  const stale = Object.keys(NOT_PASSED).filter((start) => !read.some((name) => name.startsWith(start)));
  expect(stale).toEqual([]);
});

test('each program gets only what it needs: no key of the bank but for the worker, no owner of the tables but for migrations and retention', () => {
  const holders = (name: string) =>
    Object.entries(programs)
      .filter(([, { environment }]) => name in environment)
      .map(([program]) => program);
  expect(holders('SERVICE_KEY')).toEqual(['worker']);
  expect(holders('AUDIT_KEY_FILE')).toEqual(['worker', 'desk', 'retention']);
  expect(holders('AUDIT_SIGNER_KEY_FILE')).toEqual(['desk', 'audit-signer']);
  expect(desk.environment).toMatchObject({
    AUDIT_KEY_FILE: expect.stringContaining('public') as unknown,
    AUDIT_SIGNER_KEY_FILE: expect.stringContaining('public') as unknown,
  });
  expect(holders('DESK_KEY')).toEqual(['desk']);
  expect(holders('DATABASE_MIGRATION_URL')).toEqual(['migrations', 'retention']);
  expect(holders('WEBHOOK_SECRET')).toEqual(['webhooks']);
  expect(holders('ENCRYPTION_KEYS')).toEqual(['worker', 'webhooks', 'desk', 'codec']);
});

test('workers alone get keys by which they speak as workers, and the receiver gets none that decrypts', () => {
  const filesOf = [worker, webhooks, desk, codec].map(({ environment }) => environment.ENCRYPTION_KEYS);
  expect(filesOf).toEqual([
    '/keys/worker/encryption.json',
    '/keys/senders/encryption.sender.json',
    '/keys/readers/encryption.reader.json',
    '/keys/readers/encryption.reader.json',
  ]);
  for (const { volumes } of [webhooks, desk, codec])
    expect(JSON.stringify(volumes)).not.toContain('keys/worker');
});
