import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { programs, readConfig } from '../../src/config/read-config';
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

/** Where Helm is not installed, and "npm run check" has not built it, these tests count as skipped. */
const built = join(root, '.cache/chart');
const helm = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...(existsSync(built) ? readdirSync(built).map((name) => join(built, name)) : []),
]
  .map((folder) => join(folder, 'helm'))
  .find((path) => existsSync(path));
const withHelm = helm === undefined ? test.skip : test;

interface Deployment {
  kind: string;
  metadata: { labels: Record<string, string> };
  spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
}

/** What the chart makes of these values, or says about them. */
function rendered(values: string): { said: string; objects: Deployment[] } {
  const { stdout, stderr } = spawnSync(
    helm ?? '',
    ['template', 'example', chart, '--kube-version', '1.34.0', '--values', '-'],
    {
      ...{ input: values, encoding: 'utf8' },
    },
  );
  const objects = parseAllDocuments(stdout).map((document) => document.toJS() as Deployment | null);
  return { said: stderr, objects: objects.filter((object) => object !== null) };
}

/** What the page on releases tells to give. */
const [, VALUES = ''] = /^```yaml\n(.*?)^```/ms.exec(read(join(root, 'docs/RELEASE.md'))) ?? [];

/** What the secrets hold that values.yaml asks for. */
const url = 'postgres://someone:word@records:5432/records';
const SECRETS: Readonly<Record<string, Record<string, string>>> = {
  worker: { SERVICE_KEY: 'key', SERVICE_API_KEY: 'other', DATABASE_URL: url },
  webhooks: { WEBHOOK_SECRET: 'a'.repeat(64) },
  desk: { DATABASE_URL: url },
  codec: { CODEC_TOKEN: 'a'.repeat(64) },
  'audit-signer': { DATABASE_URL: url },
  retention: { DATABASE_URL: url, DATABASE_MIGRATION_URL: url },
};

withHelm.each([
  ['', ['worker', 'webhooks', 'desk', 'audit-signer']],
  ['codec: { enabled: true, origins: "https://temporal.example.com" }', ['codec']],
  ['retention: { enabled: true, days: 1825 }', ['retention']],
])('with the values of the page, and "%s", each program has all settings that it needs', (more, expected) => {
  const { said, objects } = rendered(`${VALUES}${more}\n`);
  expect(said).toBe('');
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  const names = deployments.map(({ metadata }) => metadata.labels['app.kubernetes.io/component'] ?? '');
  expect(names).toEqual(expect.arrayContaining(expected));
  for (const [place, name] of names.entries()) {
    const { env = [] } = deployments[place]?.spec.template.spec.containers[0] ?? {};
    const given = Object.fromEntries(env.map(({ name: variable, value }) => [variable, value]));
    expect(readConfig(programs[name as keyof typeof programs], { ...given, ...SECRETS[name] })).toBeDefined();
  }
});

withHelm('without the address of the bank the chart installs nothing, and says what is missing', () => {
  expect(rendered('').said).toContain('worker.settings.SERVICE_BASE_URL: the address of the bank');
});

interface Monitor {
  kind: string;
  metadata: { labels: Record<string, string> };
  spec: { jobLabel: string; selector: { matchLabels: object }; endpoints: { port: string }[] };
}

withHelm(
  'Prometheus finds each program that has metrics, under the name that the alerts know, and is let in',
  () => {
    const { said, objects } = rendered(`${VALUES}serviceMonitor: { enabled: true }\n`);
    const monitoring = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } };
    expect(said).toBe('');
    const ofKind = (kind: string) => objects.filter((object) => object.kind === kind) as unknown[];
    const monitors = ofKind('ServiceMonitor') as Monitor[];
    const jobs = monitors.map(({ metadata, spec }) => metadata.labels[spec.jobLabel]);
    expect(jobs.sort()).toEqual(['desk', 'webhooks', 'worker']);
    const asked = read(join(root, 'deploy/observability/alerts.yml')).matchAll(/job="(\w+)"/g);
    expect(jobs).toEqual(expect.arrayContaining([...asked].map(([, job]) => job)));
    for (const { spec } of monitors) {
      const port = { name: spec.endpoints[0]?.port };
      expect(ofKind('Service')).toContainEqual(
        expect.objectContaining({
          metadata: expect.objectContaining({ labels: expect.objectContaining(spec.selector.matchLabels) }),
          spec: expect.objectContaining({ ports: expect.arrayContaining([expect.objectContaining(port)]) }),
        }),
      );
      const policies = ofKind('NetworkPolicy') as { spec: { podSelector: object; ingress: object[] } }[];
      const own = policies.find(({ spec: { podSelector } }) => isDeepStrictEqual(podSelector, spec.selector));
      expect(own?.spec.ingress).toContainEqual({
        from: expect.arrayContaining([{ namespaceSelector: monitoring }]),
        ports: [{ port: port.name }],
      });
    }
  },
);
