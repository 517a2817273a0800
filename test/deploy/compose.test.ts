import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { searchAttributes } from '../../src/temporal/search-attributes';

interface Container {
  image: string;
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
}
interface Compose {
  services: Record<'postgresql' | 'schema' | 'temporal' | 'namespace' | 'ui', Container>;
}

const root = join(__dirname, '../..');
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const compose = parse(text, { merge: true }) as Compose;

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
  const pairs = compose.services.namespace.environment['SEARCH_ATTRIBUTES']!.split(' ');
  expect(Object.fromEntries(pairs.map((pair) => pair.split('=')))).toEqual({ ...searchAttributes });
});

test('every image has a fixed version', () => {
  for (const { image } of Object.values(compose.services))
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-alpine)?$/);
});

test('no password stands in the file: each comes from the environment and has no default', () => {
  const passwords = text.match(/^.*(PASSWORD|PWD):.*$/gm) ?? [];
  expect(passwords.length).toBeGreaterThan(0);
  for (const line of passwords) expect(line).toMatch(/: \$\{POSTGRES_PASSWORD:\?[^}]+\}$/);
});

test('each part waits for the one it needs', () => {
  const { schema, temporal, namespace, ui } = compose.services;
  expect(schema.depends_on).toEqual({ postgresql: { condition: 'service_healthy' } });
  expect(temporal.depends_on).toEqual({ schema: { condition: 'service_completed_successfully' } });
  expect(namespace.depends_on).toEqual({ temporal: { condition: 'service_healthy' } });
  expect(ui.depends_on).toEqual({ temporal: { condition: 'service_healthy' } });
});

test('every mounted file exists', () => {
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  const files = mounted.map((each) => each.split(':')[0]!).filter((source) => source.startsWith('./'));
  expect(files).toHaveLength(3);
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
