import { Acceptor, type AuthoritySettings, type Taken } from '../../src/activities/authority/acceptor';
import { hash } from '../../src/authority/digest';
import type { SignedMessage } from '../../src/domain/case/acts';
import { attempt, failureOf } from '../support/fake-bank';
import { personKey, ringWith, speakingFor } from '../support/authority/acts';
import { APPROVE, authority, person, receipts, signed } from '../support/authority/forgeries';
import { TestProvider } from '../support/authority/logins';

const WF = APPROVE.wf;
const desk = personKey('*', ['approver']);
const settings = { ...authority, keyRing: () => ringWith(person.entry, desk.entry) };
const run = { isLocal: true, workflowExecution: { workflowId: WF, runId: 'run-1' } };

const provider = new TestProvider();

const take = (
  message: object,
  by: AuthoritySettings = { ...settings, checkLogin: provider.check },
): Promise<Taken> =>
  attempt(run).run<[], Taken, () => Promise<Taken>>(() =>
    new Acceptor(by).take('approve', message, () => Promise.resolve(undefined)),
  );

const atDesk = (name = 'approver-7') => signed(APPROVE, {}, speakingFor(name, desk.key));
const withLogin = async (message: SignedMessage, login?: string) => ({
  ...message,
  login: login ?? (await provider.token(message.act)),
});

test('the receipt of an act stands for the fresh login that came with it', async () => {
  const message = await withLogin(await atDesk());
  const { fields, authority: state } = await take(message);
  expect(fields).toEqual(APPROVE.fields);
  expect(state).not.toHaveProperty('lacksFreshLogin');
  const { receipt } = state.proof!;
  expect(receipt.login).toBe(hash(message.login));
  expect(receipts.require(state.proof!, WF)).toEqual(receipt);
  expect(JSON.stringify(state)).not.toContain(message.login);
});

test('a desk without a fresh login is said to stand on an earlier one, and the key of a person is not', async () => {
  expect((await take(await atDesk())).authority).toMatchObject({ lacksFreshLogin: true });
  const own = await take(await signed(APPROVE));
  expect(own.authority).not.toHaveProperty('lacksFreshLogin');
  expect(own.authority.proof?.receipt).not.toHaveProperty('login');
});

test.each<[string, (captured: string) => Promise<object>, string]>([
  [
    'with another act of the same person',
    async (login) => withLogin(await atDesk(), login),
    'for another act',
  ],
  [
    'with the act of a second person',
    async (login) => withLogin(await atDesk('approver-8'), login),
    'another person',
  ],
])('a login that was captured is refused %s', async (_how, made, sentence) => {
  const captured = await provider.token((await atDesk()).act);
  expect(await failureOf(take(await made(captured)))).toMatchObject({
    ...{ type: 'INVALID_INPUT', nonRetryable: true },
    message: expect.stringContaining(sentence) as string,
  });
});

test('a worker that knows no login provider takes no login', async () => {
  const failure = await failureOf(take(await withLogin(await atDesk()), settings));
  expect(failure.message).toContain('this worker knows no login provider (OIDC_ISSUER)');
  expect(failure.nonRetryable).toBe(true);
});

test('no refusal of a login repeats its token', async () => {
  const message = await withLogin(await atDesk(), await provider.token((await atDesk()).act));
  const { message: sentence } = await failureOf(take(message));
  for (const part of message.login.split('.')) expect(sentence).not.toContain(part);
});
