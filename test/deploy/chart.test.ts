import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { temporalTarget } from '../../src/temporal/connection';

const root = join(__dirname, '../..');
const chart = join(root, 'deploy/helm');
const read = (path: string) => readFileSync(path, 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((name) => read(join(chart, 'templates', name)));
const all = templates.join('\n');

test('the chart installs the version of this project', () => {
  const { version } = JSON.parse(read(join(root, 'package.json')));
  expect(parse(read(join(chart, 'Chart.yaml')))).toMatchObject({ version, appVersion: version });
});

test('the chart runs programs that exist', () => {
  const programs = [...all.matchAll(/args: \[dist\/([a-z-]+)\.js/g)].map(([, name]) => name!);
  expect(programs.sort()).toEqual([
    'audit-signer',
    'codec',
    'desk',
    'retention',
    'starter',
    'webhooks',
    'worker',
  ]);
  expect(programs.filter((name) => !existsSync(join(root, 'src', `${name}.ts`)))).toEqual([]);
});

test('.env.example explains every variable that the chart sets', () => {
  const explained = read(join(root, '.env.example'));
  const names = [...all.matchAll(/name: ([A-Z_]{4,})/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`^(# )?${name}=`, 'm').test(explained))).toEqual([]);
});

test('the chart holds no secret and makes none: it names those that a person has made', () => {
  expect(all).not.toMatch(/kind: Secret\b|stringData/);
  for (const line of read(join(chart, 'values.yaml')).match(/^ *\w*[sS]ecret\w*:.*$/gm) ?? [])
    expect(line).toMatch(/: (orchestrator-[a-z-]+|\[\])$/);
});

test('workers alone get keys by which they speak as workers, and the receiver gets none that decrypts', () => {
  const holders = (holder: string) =>
    readdirSync(join(chart, 'templates')).filter((name) =>
      read(join(chart, 'templates', name)).includes(`encryptionKeys.${holder}SecretName`),
    );
  expect(holders('workers')).toEqual(['worker.yaml']);
  expect(holders('readers')).toEqual(['codec.yaml', 'desk.yaml']);
  expect(holders('senders')).toEqual(['webhooks.yaml']);
});

test('every pod runs without rights on a file system that it cannot change', () => {
  const pods = templates.filter((text) => /kind: (Deployment|Job)/.test(text));
  for (const text of pods)
    expect(text).toMatch(/include "orchestrator\.pod"[\s\S]*include "orchestrator\.container"/);
  expect(all).toMatch(/runAsNonRoot: true/);
  expect(all).toMatch(/readOnlyRootFilesystem: true/);
});

test("every program takes the address of Temporal that the chart's own values give", () => {
  const { temporal } = parse(read(join(chart, 'values.yaml'))) as {
    temporal: { address: string; namespace: string; settings: Record<string, string> };
  };
  const before = { ...process.env };
  Object.assign(process.env, {
    ...{ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: temporal.namespace, ENCRYPTION: 'off' },
    ...temporal.settings,
  });
  try {
    expect(temporalTarget().connectionOptions.address).toBe(temporal.address);
  } finally {
    process.env = before;
  }
});
