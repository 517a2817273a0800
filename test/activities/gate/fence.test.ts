import { refusals } from '../../../src/bank/contract/refusals';
import type { SendMark } from '../../../src/domain/case/send-authorisation';
import { BankUnavailableError, OutcomeUnknownError, RequestRefusedError } from '../../../src/bank/errors';
import { openRecords, type OpenRecords, type Records } from '../../../src/records/records';
import { POLICY, provenPayout, sending } from '../../support/activities/gate';
import { failureOf } from '../../support/fake-bank';
import { acknowledging, testRecords, type TestRecords } from '../../support/records/database';

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

const AMOUNT = 2_500_000;
const refused = ({ status, message }: { status: number; message: string }) =>
  new RequestRefusedError('createPayout', status, message);
const notFound = () => refused(refusals.payoutNotFound);
let payouts = 0;

/** Nobody can take what was sent from the table but who can switch its triggers off. */
const forgetAll = () =>
  database.superuser.query(
    'SET session_replication_role = replica; TRUNCATE money_effect; RESET session_replication_role',
  );

/** What counts in the limits: of one reference, or of all. */
async function counted(reference = '%'): Promise<number> {
  const { rows } = await database.pool.query<{ amount: string }>(
    `SELECT DISTINCT ON (reference) amount FROM money_effect WHERE reference LIKE $1
     ORDER BY reference, sequence DESC`,
    [reference],
  );
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
}

/** A payout with genuine acts, and the activity that sends it, in a run of its case. */
async function genuine(policy = POLICY, kept: Records = records) {
  const payout = provenPayout(`FENCED-${++payouts}`);
  const proof = await payout.legitimate();
  const inRun = (runId: string) => {
    const { bank, send } = sending(payout.wf, { policy, records: kept, runId });
    return {
      bank,
      send: (order = payout.order, given: object = proof, mark?: SendMark, attempt = 1) =>
        send('createPayout', order, given, mark, attempt),
    };
  };
  return { payout, proof, inRun };
}

test('a case that was reset or started anew with genuine acts sends only once the bank shows nothing of its first send', async () => {
  const { payout, proof, inRun } = await genuine();
  await inRun('run-1').send();
  const { bank, send } = inRun('run-2');
  const marked = (mark: SendMark) => send(payout.order, proof, mark);
  expect(await failureOf(marked({ at: '10:00' }))).toMatchObject({
    type: 'OUTCOME_UNKNOWN',
    nonRetryable: true,
  });
  const again = { at: '10:05', after: '10:00' };
  bank.getPayoutStatus.mockResolvedValue({ status: 'PENDING' });
  expect(await failureOf(marked(again))).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  expect(bank.createPayout).not.toHaveBeenCalled();
  bank.getPayoutStatus.mockRejectedValue(notFound());
  await marked(again);
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a send whose reply was lost may be made again by the run that has learned of it', async () => {
  const { payout, proof, inRun } = await genuine();
  const { bank, send } = inRun('run-1');
  bank.createPayout.mockRejectedValueOnce(new OutcomeUnknownError('createPayout', 'no reply', 'no answer'));
  expect(await failureOf(send(payout.order, proof, { at: '10:00' }))).toMatchObject({
    type: 'OUTCOME_UNKNOWN',
  });
  await send(payout.order, proof, { at: '10:05', after: '10:00' });
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('a further attempt at an activity that may have sent, by whoever made the server try again, sends nothing', async () => {
  const { payout, proof, inRun } = await genuine();
  const { bank, send } = inRun('run-1');
  const attempt = () => send(payout.order, proof, { at: '10:00' });
  await attempt();
  expect(await failureOf(attempt())).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: true });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a further attempt at an activity whose first attempt never went out sends', async () => {
  const { payout, proof, inRun } = await genuine();
  const { bank, send } = inRun('run-1');
  bank.createPayout.mockRejectedValueOnce(new BankUnavailableError('createPayout', 'no connection'));
  const attempt = () => send(payout.order, proof, { at: '10:00' });
  expect(await failureOf(attempt())).toMatchObject({ type: 'SERVICE_UNAVAILABLE' });
  await attempt();
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('a further attempt that lacks what proves the payout does not say that nothing was sent where the first one has sent', async () => {
  const { payout, proof, inRun } = await genuine();
  const { bank, send } = inRun('run-1');
  const attempt = (number: number, given: object) => send(payout.order, given, { at: '10:00' }, number);
  bank.createPayout.mockRejectedValueOnce(new BankUnavailableError('createPayout', 'no connection'));
  await failureOf(attempt(1, proof));
  expect(await failureOf(attempt(2, {}))).toMatchObject({ type: 'PROOF_REFUSED' });
  await attempt(3, proof);
  expect(await failureOf(attempt(4, {}))).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: true });
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('a further attempt that cannot reach the database is made again, and says nothing of what was sent', async () => {
  let isAway = false;
  const effects = {
    ...records.effects,
    doubt: (...given: Parameters<Records['effects']['doubt']>) =>
      isAway ? Promise.reject(new Error('the database is away')) : records.effects.doubt(...given),
  };
  const { payout, proof, inRun } = await genuine(POLICY, { ...acknowledging, effects });
  const attempt = (number: number) => inRun('run-1').send(payout.order, proof, { at: '10:00' }, number);
  await attempt(1);
  isAway = true;
  const failure = await failureOf(attempt(2));
  expect(failure).toMatchObject({ type: 'RECORDS_UNAVAILABLE', nonRetryable: false });
  isAway = false;
  expect(await failureOf(attempt(3))).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
});

test('a change of limits that one attempt has sent is not called unsent by the next', async () => {
  const { bank, send } = sending('limits:LI-1', { records, mode: 'open' });
  const attempt = (number: number) =>
    send('updateTransferLimits', { account_number: '9000000044' }, {}, undefined, number);
  await attempt(1);
  expect(await failureOf(attempt(2))).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  expect(bank.updateTransferLimits).toHaveBeenCalledTimes(1);
});

test('a payout that was refused in other words goes out amended, once the bank shows nothing of it', async () => {
  const { payout } = await genuine();
  const { bank, send } = sending(payout.wf, { records, mode: 'open' });
  bank.createPayout.mockRejectedValueOnce(refused({ status: 402, message: 'in words that no document has' }));
  expect(await failureOf(send('createPayout', payout.order, {}, { at: '10:00' }))).toMatchObject({
    type: 'REQUEST_REFUSED',
  });
  const amended = { ...payout.order, amount: AMOUNT - 1 };
  const again = () => send('createPayout', amended, {}, { at: '10:05', after: '10:00' });
  bank.getPayoutStatus.mockResolvedValueOnce({ status: 'PENDING' });
  expect(await failureOf(again())).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  bank.getPayoutStatus.mockRejectedValue(notFound());
  await again();
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('a flush counts for the whole balance of its account until the bank says what it came to', async () => {
  const policy = { ...POLICY, dailyLimits: { perAccountKobo: AMOUNT } };
  const { bank, send } = sending('flush:FLUSHED', { records, mode: 'open', policy });
  const flush = (reference: string) =>
    send('flushAccount', { account_number: '9000000044', reference, beneficiary: {} });
  bank.getAccount.mockResolvedValue({ account: { available_balance: AMOUNT + 1 } });
  expect(await failureOf(flush('FLUSHED-1'))).toMatchObject({ type: 'PROOF_REFUSED' });
  expect(bank.flushAccount).not.toHaveBeenCalled();
  bank.getAccount.mockResolvedValue({ account: { available_balance: AMOUNT } });
  bank.flushAccount.mockResolvedValue({ amount: 1_000 });
  await flush('FLUSHED-2');
  expect(await counted('FLUSHED-2')).toBe(1_000);
});

test('a run that was restored without its last send sends only once the bank shows nothing of that', async () => {
  const { payout, proof, inRun } = await genuine();
  const { bank, send } = inRun('run-1');
  const marked = (mark: SendMark) => send(payout.order, proof, mark);
  await marked({ at: '10:00' });
  expect(await failureOf(marked({ at: '11:00' }))).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  const again = { at: '11:05', after: '11:00' };
  bank.getPayoutStatus.mockResolvedValue({ status: 'PENDING' });
  expect(await failureOf(marked(again))).toMatchObject({ type: 'OUTCOME_UNKNOWN' });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  bank.getPayoutStatus.mockRejectedValue(notFound());
  await marked(again);
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('something else is never sent under a reference that was begun, by whichever genuine acts', async () => {
  const { payout, inRun } = await genuine();
  await inRun('run-1').send();
  const { bank, send } = sending(payout.wf, { records, mode: 'open' });
  const changed = { ...payout.order, amount: AMOUNT + 1 };
  expect(await failureOf(send('createPayout', changed))).toMatchObject({
    type: 'PROOF_REFUSED',
    message: 'nothing was sent: another payout was begun under this reference before',
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('payouts that each pass under a rule do not pass together over the limit of their maker for a day', async () => {
  await forgetAll();
  const policy = { ...POLICY, dailyLimits: { perMakerKobo: 2 * AMOUNT } };
  for (let sent = 0; sent < 2; sent++) await (await genuine(policy)).inRun('run-1').send();
  const third = (await genuine(policy)).inRun('run-1');
  expect(await failureOf(third.send())).toMatchObject({
    type: 'PROOF_REFUSED',
    message:
      'nothing was sent: with it, the payouts of its maker on this day would pass the limit of the policy; ₦50,000.00 of it is used',
  });
  expect(third.bank.createPayout).not.toHaveBeenCalled();
});

test('the amount of a first send that the bank refuses for good counts no more, that of a used reference does', async () => {
  await forgetAll();
  const policy = { ...POLICY, dailyLimits: { perAccountKobo: AMOUNT } };
  const used = async (error: Error) => {
    const { bank, send } = (await genuine(policy)).inRun('run-1');
    bank.createPayout.mockRejectedValueOnce(error);
    await failureOf(send());
    return counted();
  };
  expect(await used(refused(refusals.insufficientBalance))).toBe(0);
  expect(await used(refused({ status: 400, message: 'in words that no document has' }))).toBe(AMOUNT);
  await forgetAll();
  expect(await used(refused(refusals.duplicateReference))).toBe(AMOUNT);
});

test('a send that never went out and is then refused for good counts no more either', async () => {
  await forgetAll();
  const { bank, send } = (await genuine()).inRun('run-1');
  bank.createPayout.mockRejectedValueOnce(new BankUnavailableError('createPayout', 'no connection'));
  expect(await failureOf(send())).toMatchObject({ type: 'SERVICE_UNAVAILABLE' });
  bank.createPayout.mockRejectedValueOnce(refused(refusals.accountLocked));
  expect(await failureOf(send())).toMatchObject({ type: 'REQUEST_REFUSED' });
  expect(await counted()).toBe(0);
});

test('without the database nothing is sent, and the failure names no address', async () => {
  const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
  const kept = { ...acknowledging, effects: { ...acknowledging.effects, admit: away } };
  const { bank, send } = (await genuine(POLICY, kept)).inRun('run-1');
  expect(await failureOf(send())).toMatchObject({
    type: 'RECORDS_UNAVAILABLE',
    message: 'nothing was sent: the database of the records did not answer as it should',
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});
