import { Acceptor, type Taken } from '../../src/activities/authority/acceptor';
import { signEnrolment } from '../../src/authority/passkey-enrolment';
import { keyRingOf, nameOfPasskey, type RingPasskey } from '../../src/authority/key-ring';
import type { SigningKey } from '../../src/authority/person-key';
import { challengeOf } from '../../src/authority/passkey';
import { provenPayout } from '../support/activities/gate';
import { attempt, failureOf } from '../support/fake-bank';
import { personKey, speakingFor } from '../support/authority/acts';
import { newDevice } from '../support/authority/device';
import { APPROVE, authority, ENVIRONMENT, receipts, signed } from '../support/authority/forgeries';

const WF = APPROVE.wf;
const desk = personKey('*', ['approver']);
const [first, second, own] = [
  personKey('supervisor-1', ['supervisor']),
  personKey('supervisor-2', ['supervisor']),
  personKey('approver-7', ['supervisor']),
];
const keys = [desk, first, second, own].map(({ entry }) => entry);
const device = newDevice();

/** The device of a person in the ring, as these people have enrolled it. */
async function enrolled(
  by: readonly SigningKey[],
  changed: Partial<RingPasskey> = {},
  subject = 'approver-7',
): Promise<RingPasskey> {
  const enrolment = { ...device.passkey, subject, kid: nameOfPasskey(device.passkey.publicKey) };
  const signatures = await Promise.all(by.map((key) => signEnrolment(enrolment, key, ENVIRONMENT)));
  return { ...enrolment, signatures, state: 'active', ...changed };
}

const take = (message: object, passkeys: readonly RingPasskey[], wf = WF): Promise<Taken> =>
  attempt({ isLocal: true, workflowExecution: { workflowId: wf, runId: 'run-1' } }).run<
    [],
    Taken,
    () => Promise<Taken>
  >(() =>
    new Acceptor({ ...authority, keyRing: () => keyRingOf(keys, passkeys) }).take('approve', message, () =>
      Promise.resolve(undefined),
    ),
  );

const approval = (person = 'approver-7', atMs?: number) =>
  signed(APPROVE, {}, speakingFor(person, desk.key), atMs);
/** Over a payout of this amount, and nothing else of it. */
const approvalOf = (amountKobo: number) =>
  signed(
    { ...APPROVE, fields: { expectedDigest: provenPayout('PO-1', { amountKobo }).digest } },
    {},
    speakingFor('approver-7', desk.key),
  );
const withDevice = async (message: Awaited<ReturnType<typeof approval>>, act = message.act) => ({
  ...message,
  passkey: device.signs(challengeOf(act)),
});

test('the receipt of an act stands for the device that has signed it', async () => {
  const passkey = await enrolled([first.key, second.key]);
  const { authority: state } = await take(await withDevice(await approval()), [passkey]);
  expect(state).not.toHaveProperty('lacksPasskey');
  expect(state.proof?.receipt.passkey).toBe(passkey.kid);
  expect(receipts.require(state.proof!, WF)).toEqual(state.proof?.receipt);
});

test('a desk that signs without the device of the person is said to', async () => {
  expect((await take(await approval(), [])).authority).toMatchObject({ lacksPasskey: true });
});

const two = () => enrolled([first.key, second.key]);
test.each<[string, () => Promise<RingPasskey>, RegExp]>([
  ['that nobody has enrolled', () => enrolled([]), /not enrolled by two other people/],
  ['that one person has enrolled twice', () => enrolled([first.key, first.key]), /not enrolled by two/],
  [
    'that its own person has enrolled with another',
    () => enrolled([own.key, first.key]),
    /not enrolled by two/,
  ],
  [
    'that was enrolled for somebody else',
    () => enrolled([first.key, second.key], {}, 'other-1'),
    /another person/,
  ],
  [
    'whose enrolment was changed to another person',
    async () => ({ ...(await enrolled([first.key, second.key], {}, 'other-1')), subject: 'approver-7' }),
    /not enrolled by two/,
  ],
  [
    'that was revoked',
    () => enrolled([first.key, second.key], { state: 'revoked', since: '2020-01-01T00:00:00Z' }),
    /was revoked/,
  ],
  [
    'of another page',
    async () => ({ ...(await two()), origin: 'https://evil.example' }),
    /not enrolled by two/,
  ],
])('a device %s signs nothing that counts', async (_what, made, why) => {
  const failure = await failureOf(take(await withDevice(await approval()), [await made()]));
  expect(failure).toMatchObject({ type: 'INVALID_INPUT', nonRetryable: true });
  expect(failure.message).toMatch(why);
});

test('a signature that was captured is for no other act of the same person', async () => {
  const [one, other] = [await approval(), await approval()];
  const failure = await failureOf(take(await withDevice(other, one.act), [await two()]));
  expect(failure.message).toMatch(/for another act/);
});

test('a signature over an approval is for no other amount, neither under the same act nor under one of the desk for it', async () => {
  const [agreed, more] = [await withDevice(await approvalOf(5_000_000)), await approvalOf(50_000_000)];
  const passkeys = [await two()];
  await expect(take(agreed, passkeys)).resolves.toMatchObject({ authority: { mode: 'signed' } });
  const swapped = await failureOf(take({ ...agreed, expectedDigest: more.expectedDigest }, passkeys));
  expect(swapped.message).toMatch(/fields are not those that its act signs/);
  const forged = await failureOf(take({ ...more, passkey: agreed.passkey }, passkeys));
  expect(forged.message).toMatch(/signature by a device is for another act/);
});

test('a signed approval that was captured counts for no other case, and not once it has expired', async () => {
  const passkeys = [await two()];
  const captured = await withDevice(await approval());
  expect((await failureOf(take(captured, passkeys, 'payout:PO-2'))).message).toMatch(/for another case/);
  const old = await withDevice(await approval('approver-7', Date.now() - 3_600_000));
  expect((await failureOf(take(old, passkeys))).message).toMatch(/expired/);
});
