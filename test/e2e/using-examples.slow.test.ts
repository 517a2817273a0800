import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { connectClient, temporalTarget, type TemporalClient } from '../../src/temporal/connection';
import { readConfig } from '../../src/config/read-config';
import { textOf } from '../support/docs/pages';
import { stack, type Program } from '../support/program';

const folder = mkdtempSync(join(tmpdir(), 'using-'));
let program: Program;
let client: TemporalClient;
const env: NodeJS.ProcessEnv = { ...process.env, AUTHORITY: 'signed' };
let codec: string;

beforeAll(async () => {
  const { path } = readConfig(['temporalCli']).temporalCli;
  symlinkSync(path, join(folder, 'temporal'));
  program = stack('start', '--rate', '86400', '--codec-port', '0');
  [, codec = ''] = await program.logged(/Codec server +(http[^\s,]+)/);
  const [, address = ''] = await program.logged(/TEMPORAL_ADDRESS=(\S+) /);
  Object.assign(env, { TEMPORAL_ADDRESS: address, PATH: `${folder}${delimiter}${process.env.PATH}` });
  client = await connectClient(temporalTarget({ address, asksStack: true }));
});
afterAll(async () => {
  await client.connection.close();
  program.interrupt();
  await program.ended;
  rmSync(folder, { recursive: true });
});

/** The blocks of shell lines of docs/USING.md, each a list of whole commands. */
const blocks = [...textOf('docs/USING.md').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
  block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== ''),
);

/** What a command prints; it must end well. */
async function run(before: readonly string[], line: string): Promise<string> {
  const script = [...before, line].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env, maxBuffer: 10_000_000 });
  return stdout;
}

/** Waits until a case takes a command; what it shows then. */
async function untilAllowed(workflowId: string, command: string): Promise<CaseSnapshot> {
  for (;;) {
    const snapshot = await client.workflow
      .getHandle(workflowId)
      .query<CaseSnapshot>('case')
      .catch(() => undefined);
    if (snapshot?.commands.includes(command)) return snapshot;
    await sleep(250);
  }
}

const camel = (word: string) => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Runs the lines of our command line as they are printed, each once its case takes it. */
async function runOurs(lines: readonly string[]): Promise<string[]> {
  const printed: string[] = [];
  for (const line of lines.filter((one) => one.startsWith('npm run starter -- '))) {
    const [, kind = '', command = '', reference = ''] =
      /^npm run starter -- (\w+) (accept-offer|approve|submit-board-resolution) (\S+)/.exec(line) ?? [];
    const shown = command === '' ? undefined : await untilAllowed(`${kind}:${reference}`, camel(command));
    printed.push(
      await run(
        [],
        line.replace('…', String(shown?.facts.digest)).replace('results.csv', join(folder, 'r.csv')),
      ),
    );
  }
  return printed;
}

test('the lines of docs/USING.md for a loan and a payout work as they are printed', async () => {
  const printed = await runOurs(blocks[0] ?? []);
  expect(printed.length).toBeGreaterThanOrEqual(6);
  expect(printed.join('\n')).toMatch(/accept-offer is taken[^]*PO-2026-0001 has ended\. Paid/);
});

test('the lines of docs/USING.md for a batch work as they are printed', async () => {
  const printed = await runOurs(blocks[1] ?? []);
  expect(printed.join('\n')).toMatch(/approve is taken/);
  const end = await client.workflow.getHandle('batch:BT-2026-0002').result();
  expect(end).toMatchObject({ stage: 'DONE', counts: { SUCCESS: 6 } });
});

test('the lines of docs/USING.md for the official command line work as they are printed', async () => {
  const lines = (blocks[2] ?? []).map((line) => line.replace(/http:\/\/127\.0\.0\.1:9233/, codec));
  const asked = lines.filter((line) => line.startsWith('temporal '));
  const before = lines.filter((line) => !line.startsWith('temporal '));
  expect(asked).toHaveLength(4);
  for (const line of asked) {
    const [, command] = /--name (\w+)/.exec(line) ?? [];
    if (command !== undefined) await untilAllowed('loan:LN-2026-0002', command);
    await run(before, line);
  }
  const { timeline } = await client.workflow.getHandle('loan:LN-2026-0002').query<CaseSnapshot>('case');
  const said = timeline.map(({ by, note }) => [by, note].join(': ')).join('\n');
  expect(said).toContain('officer demo-officer');
});
