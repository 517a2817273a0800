import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Program } from '../support/program';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { startLoan, until } from '../support/desk/steps';

let stack: DeskStack;
beforeAll(async () => {
  stack = await deskStack();
});
afterAll(() => stack.stop());

test('a program of fifty lines logs in with a token, lists what needs a person, and accepts an offer', async () => {
  const officer = await loggedIn(stack.url, 'officer');
  await startLoan(officer, 'LN-DESK-2');
  await until(
    () => officer.get('/api/cases?q=LN-DESK-2'),
    ({ rows }) => rows?.[0]?.stage === 'OFFER',
  );
  const env = stack.programVariables;
  const run = (...args: string[]) => new Program('examples/officer-app/officer-app.mjs', args, env).ended;
  // The list of changes is complete, and so a few seconds behind.
  await until(
    () => officer.get('/api/cases?tab=person&q=LN-DESK-2&changedSince=2000-01-01T00:00:00Z'),
    ({ rows }) => rows?.[0]?.stage === 'OFFER',
  );
  expect((await run()).out).toContain('loan LN-DESK-2: Offer. an answer to the offer');
  const accepted = await run('accept', 'LN-DESK-2');
  expect(accepted).toMatchObject({ code: 0, err: '' });
  expect(accepted.out).toContain('The offer of LN-DESK-2 is accepted');
  const again = await run('accept', 'LN-DESK-2');
  expect(again.code).toBe(1);
  expect(again.err).toContain('The case refuses this now');
});

test('the calls of docs/API.md that get a token and ask with it work with what the stack prints', async () => {
  const [, lines = ''] = /```sh\n(TOKEN=[\s\S]*?)```/.exec(readFileSync('docs/API.md', 'utf8')) ?? [];
  const { stdout } = await promisify(execFile)('bash', ['-c', lines], {
    env: { ...process.env, ...stack.programVariables },
  });
  expect(JSON.parse(stdout)).toMatchObject({ subject: 'officer-app', roles: ['officer', 'operator'] });
});
