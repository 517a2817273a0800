import { stampOf } from '../../../src/activities/gate/policies';
import { USUAL_LENDING_POLICY } from '../../../src/domain/loan/policy';
import { nameOfPasskey, type RingPasskey } from '../../../src/authority/key-ring';
import type { SigningKey } from '../../../src/authority/person-key';
import { gateRulesOf } from '../../../src/domain/payout/policy';
import { speakingFor } from '../../support/authority/acts';
import { approvedRow } from '../../support/activities/batch-row';
import {
  approval,
  desk,
  first,
  order,
  PAYOUT,
  POLICY,
  proven,
  provenPayout,
  second,
  sending,
} from '../../support/activities/gate';
import { newDevice } from '../../support/authority/device';
import { receipts } from '../../support/authority/forgeries';
import { failureOf } from '../../support/fake-bank';

const STEP_UP = { ...POLICY, stepUpKobo: 2_500_000 };
const FRESH = { login: 'l'.repeat(43) };
const atDesk = (person: string): SigningKey => speakingFor(person, desk.key);

const startOf = async () => (await provenPayout().legitimate()).start;

test("the desk's key alone invents no two approvers from the step-up amount on, and their fresh logins are enough", async () => {
  const { bank, send } = sending('payout:PO-1', { policy: STEP_UP });
  const start = await startOf();
  const approvers = [atDesk('approver-7'), atDesk('approver-8')];
  const earlier = await Promise.all(approvers.map((key) => approval(key)));
  expect(await failureOf(send('createPayout', order, { start, approvals: earlier }))).toMatchObject({
    type: 'PROOF_REFUSED',
    message:
      'nothing was sent: 0 of 2 people in the role approver or supervisor have agreed to it as it stands; ' +
      'what a desk has signed without a fresh login does not count for this amount',
    details: [{ agreed: [], rule: { freshLogin: true } }],
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
  const fresh = await Promise.all(approvers.map((key) => approval(key, FRESH)));
  await send('createPayout', order, { start, approvals: [...earlier, ...fresh] });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('one fresh login does not vouch for the approval of another person', async () => {
  const { bank, send } = sending('payout:PO-1', { policy: STEP_UP });
  const approvals = [await approval(atDesk('approver-7'), FRESH), await approval(atDesk('approver-8'))];
  const failure = await failureOf(send('createPayout', order, { start: await startOf(), approvals }));
  expect(failure).toMatchObject({ details: [{ agreed: ['approver-7'] }] });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a login that is written into a receipt afterwards does not count', async () => {
  const { bank, send } = sending('payout:PO-1', { policy: STEP_UP });
  const earlier = await Promise.all(['approver-7', 'approver-8'].map((name) => approval(atDesk(name))));
  const approvals = earlier.map((one) => ({ ...one, receipt: { ...one.receipt, ...FRESH } }));
  const failure = await failureOf(send('createPayout', order, { start: await startOf(), approvals }));
  expect(failure.message).toBe('nothing was sent: no worker has accepted its act');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test("people's own keys need no login, and neither does a desk below the amount or without one in the policy", async () => {
  const own = sending('payout:PO-1', { policy: STEP_UP });
  await own.send('createPayout', order, await provenPayout().legitimate());
  expect(own.bank.createPayout).toHaveBeenCalledTimes(1);
  const earlier = {
    start: await startOf(),
    approvals: await Promise.all(['approver-7', 'approver-8'].map((name) => approval(atDesk(name)))),
  };
  for (const stepUpKobo of [2_500_001, undefined]) {
    const { bank, send } = sending('payout:PO-1', { policy: { ...POLICY, stepUpKobo } });
    await send('createPayout', order, earlier);
    expect(bank.createPayout).toHaveBeenCalledTimes(1);
  }
});

test('a row of a batch counts by what the whole batch comes to', async () => {
  const policy = { ...POLICY, stepUpKobo: 5 * PAYOUT.amountKobo };
  const { authorisation, ofBatch, digest } = await approvedRow();
  const approvedBy = async (login: { readonly login?: string }) => {
    const by = (name: string) =>
      ({ key: atDesk(name), role: 'approver', wf: 'batch:BT-1', ...login }) as const;
    const given = ['approver-7', 'approver-8'].map((name) =>
      proven('approve', { expectedDigest: digest }, by(name)),
    );
    return { ...authorisation, ofBatch: { ...ofBatch, approvals: await Promise.all(given) } };
  };
  const { bank, send } = sending('payout:PO-1', { policy });
  expect(await failureOf(send('createPayout', order, await approvedBy({})))).toMatchObject({
    details: [{ agreed: [], rule: { freshLogin: true } }],
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
  await send('createPayout', order, await approvedBy(FRESH));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a fresh login is asked for by the policy under which the case was opened as much as by that of the worker', async () => {
  const start = await proven('start', PAYOUT);
  const { act, receipt, salt, fields } = start;
  const opened = receipts.give(act, {
    wf: receipt.wf,
    at: receipt.at,
    policy: stampOf(STEP_UP, USUAL_LENDING_POLICY),
  });
  const given = (approvals: object[]) => ({
    ...{ start: { ...opened, salt, fields }, approvals },
    policy: gateRulesOf(STEP_UP),
  });
  const { bank, send } = sending('payout:PO-1');
  const earlier = [await approval(first.key), await approval(atDesk('approver-8'))];
  expect(await failureOf(send('createPayout', order, given(earlier)))).toMatchObject({
    details: [{ agreed: ['approver-1'] }],
  });
  await send('createPayout', order, given([...earlier, await approval(atDesk('approver-8'), FRESH)]));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

const DEVICE = { ...POLICY, passkeyFromKobo: 2_500_000 };

test("from the amount for devices on the desk's key counts with a device that the ring still has, and a person's own key without", async () => {
  const active = ringPasskey('approver-7');
  const [signedBy7, alone] = [{ passkey: active.kid }, { passkey: 'x'.repeat(43) }];
  const start = await startOf();
  const sent = (passkeys: RingPasskey[]) => sending('payout:PO-1', { policy: DEVICE, passkeys });
  const approvals = [await approval(atDesk('approver-7'), signedBy7), await approval(second.key)];
  const { bank, send } = sent([active]);
  await send('createPayout', order, { start, approvals });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  const revoked = { ...active, state: 'revoked' as const };
  for (const [ring, given] of [
    [[revoked], signedBy7],
    [[active], alone],
    [[active], {}],
  ] as const) {
    const one = [await approval(atDesk('approver-7'), given), await approval(second.key)];
    expect(
      await failureOf(sent([...ring]).send('createPayout', order, { start, approvals: one })),
    ).toMatchObject({
      message: expect.stringContaining('without a device of the person') as string,
      details: [{ agreed: ['approver-2'], rule: { passkey: true } }],
    });
  }
});

/** A device as the ring has it: the receipt says that a worker has checked its signature. */
function ringPasskey(subject: string): RingPasskey {
  const { passkey } = newDevice();
  return { ...passkey, kid: nameOfPasskey(passkey.publicKey), subject, signatures: [], state: 'active' };
}
