import { canonical, hash } from '../../../src/authority/digest';
import type { AuditEntry } from '../../../src/domain/case/audit';
import type { ProvenAct } from '../../../src/domain/case/proof';
import { openRecords, type OpenRecords } from '../../../src/records/records';
import {
  ACCOUNT,
  accountOrder,
  BORROWER,
  LOAN_CASE,
  startedWith,
  together,
} from '../../support/activities/disbursement';
import { officer, proven, provenPayout, sending, third } from '../../support/activities/gate';
import { receipts } from '../../support/authority/forgeries';
import { failureOf } from '../../support/fake-bank';
import { testRecords, type TestRecords } from '../../support/records/database';

let database: TestRecords;
let records: OpenRecords;
beforeAll(async () => {
  database = await testRecords();
  records = openRecords(database.roles, database.keys);
});
afterAll(async () => {
  await records.close();
  await database.close();
});

const MINUTE_MS = 60_000;
let written = 0;

/** What a case writes down of a command. */
const carriedOut = (what: string, { act }: Pick<ProvenAct, 'act'>, kind: AuditEntry['kind'] = 'command') => ({
  ...{ id: `run-1:${++written}`, at: new Date().toISOString(), kind, what, actor: 'checker-1', act },
});

/** A payout with its genuine proof, all of it signed so long ago; and commands of its people, as its case has kept them. */
async function payoutAfter(commands: readonly string[], { startedAgoMs = 10 * MINUTE_MS } = {}) {
  const payout = provenPayout(`VETO-${++written}`);
  const start = await payout.prove('start', payout.payout, { agoMs: startedAgoMs });
  const proof = { ...(await payout.legitimate()), start };
  for (const what of commands) {
    const act = await payout.prove(what, {}, { key: third.key, agoMs: 5 * MINUTE_MS });
    await records.append({ caseId: payout.wf, entries: [carriedOut(what, act)] });
  }
  const { bank, send } = sending(payout.wf, { records });
  return { payout, bank, send: (given: object = proof) => send('createPayout', payout.order, given), proof };
}

test.each(['cancel', 'reject', 'hold', 'abandon'])(
  'what a person has said no to by %s is not sent, although its case knows nothing of that, and the refusal says so',
  async (command) => {
    const { bank, send } = await payoutAfter([command]);
    const failure = await failureOf(send());
    expect(failure).toMatchObject({ type: 'PROOF_REFUSED', nonRetryable: true });
    expect(failure.message).toMatch(
      new RegExp(
        `^nothing was sent: by the command ${command} of .* a person has said no to it, which its case does`,
      ),
    );
    expect(bank.createPayout).not.toHaveBeenCalled();
  },
);

test('what a person has held back is sent once a person has released it, and not when it was held back again', async () => {
  const released = await payoutAfter(['hold', 'release']);
  await released.send();
  expect(released.bank.createPayout).toHaveBeenCalledTimes(1);
  const again = await payoutAfter(['hold', 'release', 'hold']);
  expect(await failureOf(again.send())).toMatchObject({ type: 'PROOF_REFUSED' });
});

test('a no is about the case that was begun before it: who starts it anew by another act may send it', async () => {
  const { bank, send } = await payoutAfter(['cancel'], { startedAgoMs: MINUTE_MS });
  await send();
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a command that waits for a second person is no such no', async () => {
  const { payout, send, bank } = await payoutAfter([]);
  const act = await payout.prove('cancel', {}, { key: third.key });
  await records.append({ caseId: payout.wf, entries: [carriedOut('cancel', act, 'proposal')] });
  await send();
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a row that no worker has written says nothing: neither a no nor what takes one back', async () => {
  const { payout, bank, send } = await payoutAfter(['hold']);
  const act = await payout.prove('release', {}, { key: third.key });
  const stranger = openRecords(database.roles, (await testRecords()).keys);
  await stranger.append({ caseId: payout.wf, entries: [carriedOut('release', act)] });
  await stranger.close();
  expect(await failureOf(send())).toMatchObject({ type: 'PROOF_REFUSED' });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a payout that was amended is not sent as it was before', async () => {
  const { payout, bank, send } = await payoutAfter([]);
  const amend = await payout.prove('amend', { amountKobo: 30_000 }, { key: third.key });
  await records.append({ caseId: payout.wf, entries: [carriedOut('amend', amend)] });
  expect((await failureOf(send())).message).toContain('it does not heed the command amend');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('without the database of the audit nothing that needs a proof is sent', async () => {
  const { payout, proof } = await payoutAfter([]);
  const away = { ...records, commandsOf: () => Promise.reject(new Error('it is away')) };
  const { bank, send } = sending(payout.wf, { records: away });
  expect(await failureOf(send('createPayout', payout.order, proof))).toMatchObject({
    type: 'RECORDS_UNAVAILABLE',
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

const LOAN = { reference: 'LN-1', loanId: 'L-VETO' };
const repayment = `repayment:${LOAN.loanId}`;

/** The proof with which a repayment goes on from the loan that a person has begun. */
async function repaying() {
  const input = {
    loanReference: LOAN.reference,
    loanId: LOAN.loanId,
    policy: { mode: 'charge', mandate: { eachKobo: 60_000 } },
  };
  const { act } = await proven('start', {}, { wf: 'loan:LN-1', agoMs: 10 * MINUTE_MS });
  const at = new Date().toISOString();
  return { ...receipts.give(act, { wf: repayment, at, digest: hash(canonical(input)) }), fields: input };
}

test('nothing is charged by the mandate alone while charging is paused; what an officer asks for since is', async () => {
  const start = await repaying();
  const by = { wf: repayment, key: officer.key, role: 'officer' } as const;
  const pause = await proven('pauseCharging', {}, { ...by, agoMs: 5 * MINUTE_MS });
  await records.append({ caseId: repayment, entries: [carriedOut('pauseCharging', pause)] });
  const { bank, send } = sending(repayment, { records });
  const charge = (attempt: number, given: object) =>
    send(
      'chargeRepayment',
      { loanId: LOAN.loanId, amount: 50_000, reference: `LN-1-d20260131-a${attempt}` },
      given,
    );
  expect(await failureOf(charge(1, { start }))).toMatchObject({ type: 'PROOF_REFUSED' });
  const before = await proven('chargeNow', {}, { ...by, agoMs: 6 * MINUTE_MS });
  expect(await failureOf(charge(2, { start, asked: before }))).toMatchObject({ type: 'PROOF_REFUSED' });
  bank.chargeRepayment.mockResolvedValue({ status: 'SUCCESS', amount: 50_000 });
  await charge(3, { start, asked: await proven('chargeNow', {}, by) });
  const resume = await proven('resumeCharging', {}, by);
  await records.append({ caseId: repayment, entries: [carriedOut('resumeCharging', resume)] });
  await charge(4, { start });
  expect(bank.chargeRepayment).toHaveBeenCalledTimes(2);
});

test('a loan whose decline the bank did not take, and whose offer people accepted after that, is told its account', async () => {
  const started = await startedWith(ACCOUNT);
  const by = { wf: LOAN_CASE, key: officer.key, role: 'officer' } as const;
  const declined = await proven('declineOffer', { reason: 'OTHERS' }, by);
  const accepted = await proven('acceptOffer', {}, by);
  const entries = [carriedOut('declineOffer', declined), carriedOut('acceptOffer', accepted)];
  await records.append({ caseId: LOAN_CASE, entries });
  const { bank, send } = sending(LOAN_CASE, { holder: BORROWER, records });
  await send('setDisbursementAccount', accountOrder, started);
  expect(bank.setDisbursementAccount).toHaveBeenCalledTimes(1);
});

test('an account that people have asked for counts no more once they have asked for another one, or withdrawn the loan', async () => {
  const keep = (what: string, act: ProvenAct) =>
    records.append({ caseId: LOAN_CASE, entries: [carriedOut(what, act)] });
  const send = async (authorisation: object) => {
    const { bank, send: activity } = sending(LOAN_CASE, { holder: BORROWER, records });
    await activity('setDisbursementAccount', accountOrder, authorisation);
    return bank.setDisbursementAccount.mock.calls.length;
  };
  const started = await startedWith(ACCOUNT);
  expect(await send(started)).toBe(1);
  const other = { accountNumber: '9000000002', bankCode: '900' };
  await keep('setDisbursementAccount', await together('setDisbursementAccount', other));
  expect((await failureOf(send(started))).message).toContain('the command setDisbursementAccount');
  const account = await together('setDisbursementAccount', ACCOUNT);
  await keep('setDisbursementAccount', account);
  expect(await send({ ...started, account })).toBe(1);
  await keep('withdraw', await proven('withdraw', {}, { wf: LOAN_CASE, key: officer.key, role: 'officer' }));
  expect((await failureOf(send({ ...started, account }))).message).toContain('the command withdraw');
});
