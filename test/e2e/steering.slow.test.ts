import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/read-config';
import { Program, stack } from '../support/program';

const folder = mkdtempSync(join(tmpdir(), 'steering-'));
const sample = JSON.parse(readFileSync('examples/loan-application.json', 'utf8'));
let program: Program;
let address: string;
let codec: string;

beforeAll(async () => {
  program = stack('start', '--rate', '86400', '--codec-port', '0');
  [, codec = ''] = await program.logged(/Codec server +(http[^\s,]+)/);
  [, address = ''] = await program.logged(/TEMPORAL_ADDRESS=(\S+) /);
});
afterAll(async () => {
  program.interrupt();
  await program.ended;
  rmSync(folder, { recursive: true });
});

/** The official command line: what it prints, on stdout or, when it fails, on stderr. */
async function temporal(...args: string[]): Promise<{ readonly failed: boolean; readonly said: string }> {
  const { path } = readConfig(['temporalCli']).temporalCli;
  return promisify(execFile)(path, [...args, '--address', address, '--codec-endpoint', codec]).then(
    ({ stdout }) => ({ failed: false, said: stdout }),
    (error: unknown) => ({ failed: true, said: (error as { stderr: string }).stderr }),
  );
}

/** The options that carry what was signed for a case and encrypted for it, as the README has them put in. */
async function signed(workflowId: string, ...args: string[]): Promise<string[]> {
  const env = { TEMPORAL_ADDRESS: address, AUTHORITY: 'signed' };
  const act = await new Program('src/starter.ts', ['sign', workflowId, ...args], env).ended;
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, act.out);
  const { out } = await new Program('src/starter.ts', ['encryption', 'input', workflowId, file], env).ended;
  return out.trim().split(' ');
}

const json = async (...args: string[]) => JSON.parse((await temporal(...args, '--output', 'json')).said);

/** On so fast a clock, a usual deadline passes within seconds; hours of business time. */
const policy = { ...sample.policy, deadlines: { ...sample.policy?.deadlines, BOARD_RESOLUTION: 8_000 } };

/** Starts a loan; the number makes it a loan of its own. */
async function startLoan(number: number): Promise<string> {
  const reference = `LN-${number}`;
  const customer = { ...sample.customer, reference: `CU-${number}`, bvn: String(22_300_000_000 + number) };
  const file = join(folder, `${reference}.json`);
  writeFileSync(file, JSON.stringify({ ...sample, reference, customer, policy }));
  const id = ['--workflow-id', `loan:${reference}`, '--type', 'loanWorkflow'];
  const input = await signed(`loan:${reference}`, 'start', '--from', file);
  await temporal('workflow', 'start', ...id, '--task-queue', 'orchestrator', ...input);
  return `loan:${reference}`;
}

async function caseOf(workflowId: string) {
  const { queryResult } = await json('workflow', 'query', '--workflow-id', workflowId, '--type', 'case');
  return queryResult[0];
}

async function untilStage(workflowId: string, stage: string) {
  for (;;) {
    const file = await caseOf(workflowId).catch(() => undefined);
    if (file?.stage === stage) return file;
    await sleep(250);
  }
}

const borrower = JSON.stringify({ actor: 'borrower-1', role: 'borrower' });

async function message(workflowId: string, name: string): Promise<string[]> {
  const by = ['--actor', 'borrower-1', '--role', 'borrower'];
  return ['--workflow-id', workflowId, '--name', name, ...(await signed(workflowId, name, ...by))];
}

test('with the official command line and inputs that are signed and encrypted, a loan is started, and its offer accepted by an update', async () => {
  const id = await startLoan(1);
  await untilStage(id, 'OFFER');
  const { failed, said } = await temporal(
    'workflow',
    'update',
    'execute',
    ...(await message(id, 'acceptOffer')),
  );
  expect({ failed, said }).toEqual({ failed: false, said: expect.stringContaining('acceptOffer') });
  await untilStage(id, 'BOARD_RESOLUTION');
});

test('with the official command line and inputs that are signed and encrypted, another accepts it by a signal of the same name', async () => {
  const id = await startLoan(2);
  await untilStage(id, 'OFFER');
  expect((await temporal('workflow', 'signal', ...(await message(id, 'acceptOffer')))).failed).toBe(false);
  await untilStage(id, 'BOARD_RESOLUTION');
});

test('with the official command line and inputs that are signed and encrypted, a refused update prints the sentence that says what is allowed now', async () => {
  const { failed, said } = await temporal(
    'workflow',
    'update',
    'execute',
    ...(await message('loan:LN-1', 'acceptOffer')),
  );
  expect(failed).toBe(true);
  expect(said).toContain('acceptOffer is not possible in this stage: acceptOffer by borrower-1 came first');
  expect(said).toMatch(/is in the stage BOARD_RESOLUTION; commands allowed now: .*submitBoardResolution/);
});

const query = ['--query', 'WaitingFor = "BOARD_RESOLUTION"'];
const listed = (): Promise<{ execution: { workflowId: string } }[]> => json('workflow', 'list', ...query);

test('a command in plain JSON is refused with the reason, and its signal is dropped', async () => {
  const plain = ['--workflow-id', 'loan:LN-1', '--input', borrower];
  const signal = await temporal('workflow', 'signal', ...plain, '--name', 'withdrawApplication');
  expect(signal).toMatchObject({ failed: true, said: expect.stringContaining('encryption input') });
  const { path } = readConfig(['temporalCli']).temporalCli;
  const update = ['workflow', 'update', 'execute', ...plain, '--name', 'withdrawApplication'];
  await expect(promisify(execFile)(path, [...update, '--address', address])).rejects.toThrow();
  expect((await caseOf('loan:LN-1')).stage).toBe('BOARD_RESOLUTION');
});

test('a loan that waits for its board resolution is listed by what it waits for', async () => {
  for (let ids: string[] = []; !ids.includes('loan:LN-1');)
    ids = (await listed()).map(({ execution }) => execution.workflowId);
});

test('a loan that waits for its board resolution says in its current details what it waits for, since when, and what to do', async () => {
  const type = ['--type', '__temporal_workflow_metadata'];
  const { queryResult } = await json('workflow', 'query', '--workflow-id', 'loan:LN-1', ...type);
  const { currentDetails } = queryResult[0];
  expect(currentDetails).toMatch(/^### Board resolution/);
  expect(currentDetails).toMatch(
    /\*\*Waits for\*\* the board resolution \(borrower\), since \d{4}-\d\d-\d\d/,
  );
  expect(currentDetails).toContain('submitBoardResolution');
});

test('a loan that waits for its board resolution shows nothing personal in its id, search attributes, memo and summary', async () => {
  const shown = JSON.stringify(await json('workflow', 'describe', '--workflow-id', 'loan:LN-1'));
  expect(shown).toContain('LoanReference');
  const { firstName, lastName, email, phone, nin, address: home } = sample.customer;
  for (const personal of [firstName, lastName, email, phone, nin, home.street, '22300000001'])
    expect(shown).not.toContain(personal);
  expect(shown).not.toContain(sample.bankStatement.accountNumber);
});
