import { DEMONSTRATION_PASSWORD, PROGRAM_CLIENT } from '../../src/stack/login-provider/provider';
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
  const { origin } = new URL((await officer.get('/api/login')).headers.get('location')!);
  const metadata = await officer.send(`${origin}/.well-known/openid-configuration`);
  const env = {
    DESK_URL: stack.url,
    TOKEN_URL: metadata.body.token_endpoint as string,
    CLIENT_ID: PROGRAM_CLIENT,
    CLIENT_SECRET: DEMONSTRATION_PASSWORD,
  };
  const run = (...args: string[]) => new Program('examples/officer-app/officer-app.mjs', args, env).ended;
  expect((await run()).out).toContain('loan LN-DESK-2: Offer. an answer to the offer');
  const accepted = await run('accept', 'LN-DESK-2');
  expect(accepted).toMatchObject({ code: 0, err: '' });
  expect(accepted.out).toContain('The offer of LN-DESK-2 is accepted');
  const again = await run('accept', 'LN-DESK-2');
  expect(again.code).toBe(1);
  expect(again.err).toContain('The case refuses this now');
});
