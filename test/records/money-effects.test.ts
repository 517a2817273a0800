import fc from 'fast-check';
import type { Admission, EffectLimits, MoneyEffect } from '../../src/records/effects/effect';
import { moneyEffects } from '../../src/records/effects/money-effects';
import { newAuditKey, writersKeysIn } from '../../src/records/audit/keys';
import { openRecords } from '../../src/records/records';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

let references = 0;
const effect = (more: Partial<MoneyEffect> = {}): MoneyEffect => ({
  reference: `PO-${++references}`,
  kind: 'payout',
  digest: 'd-1',
  runId: 'run-1',
  maker: 'maker-1',
  account: '9000000001',
  day: '2030-01-01',
  amountKobo: 1_000,
  ...more,
});
const fence = () => moneyEffects(records.pool, records.keys);
const admit = (sent: MoneyEffect, limits: EffectLimits = {}, seenAbsent = false): Promise<Admission> =>
  fence().admit(sent, limits, seenAbsent);
/** The send of a mark, by a run that knows of the one before. */
const marked = (sent: MoneyEffect, at: string, after?: string): MoneyEffect => ({
  ...sent,
  mark: { at, ...(after !== undefined && { after }) },
});

test('a reference is sent for the first time once, and again by the run that knows what became of that', async () => {
  const sent = effect();
  expect(await admit(marked(sent, '10:00'))).toEqual({ what: 'admitted', isFirst: true });
  expect(await admit(marked(sent, '10:05', '10:00'))).toEqual({ what: 'admitted', isFirst: false });
});

test('another run finds that a reference was begun, and may send it only after a read has shown nothing of it', async () => {
  const [sent, again] = [effect(), effect({ runId: 'run-2' })].map((one) => ({
    ...one,
    reference: 'PO-reset',
  }));
  await admit(marked(sent!, '10:00'));
  expect(await admit(marked(again!, '11:00'))).toEqual({ what: 'begunElsewhere' });
  const next = marked(again!, '11:05', '11:00');
  expect(await admit(next)).toEqual({ what: 'doubted' });
  expect(await admit(next, {}, true)).toEqual({ what: 'admitted', isFirst: false });
  expect(await admit(marked(sent!, '10:05', '10:00'))).toEqual({ what: 'begunElsewhere' });
});

test('a run that does not know of the last send, as its history was lost, may not send before a read', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  await admit(marked(sent, '10:05', '10:00'));
  for (const after of [undefined, '10:00']) {
    expect(await admit(marked(sent, '11:00', after))).toEqual({ what: 'begunElsewhere' });
    expect(await admit(marked(sent, '11:05', '11:00'))).toEqual({ what: 'doubted' });
    expect(await admit(marked(sent, '11:05', '11:00'), {}, true)).toMatchObject({ what: 'admitted' });
  }
  expect(await admit(marked(sent, '11:10', '11:05'))).toEqual({ what: 'admitted', isFirst: false });
});

test('a further attempt at the same activity does not know what became of the one before, and may not send before a read', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  for (let attempt = 2; attempt < 4; attempt++)
    expect(await admit(marked(sent, '10:00'))).toEqual({ what: 'begunElsewhere' });
  expect(await admit(marked(sent, '10:05', '10:00'))).toEqual({ what: 'doubted' });
});

test('a send is doubted only while an attempt at it may have gone out, and only for the run that has made it', async () => {
  const sent = marked(effect(), '10:00');
  const doubted = (more: Partial<MoneyEffect> = {}) => fence().doubt({ ...sent, ...more });
  expect(await doubted()).toBe(false);
  await admit(sent);
  await fence().settle(sent, { what: 'unsent', amountKobo: sent.amountKobo });
  expect(await doubted()).toBe(false);
  await admit(sent);
  expect(await doubted({ runId: 'run-2' })).toBe(false);
  expect(await doubted({ mark: { at: '10:05', after: '10:00' } })).toBe(false);
  expect(await doubted()).toBe(true);
  expect(await doubted()).toBe(true);
  const next = marked(sent, '10:05', '10:00');
  expect(await admit(next)).toEqual({ what: 'doubted' });
  expect(await admit(next, {}, true)).toEqual({ what: 'admitted', isFirst: false });
});

test('a run hears whether another one may have sent under its reference, and of no send of its own', async () => {
  const sent = marked(effect(), '10:00');
  const doubted = (runId: string) => fence().doubt({ ...sent, runId, byOtherRun: true });
  expect(await doubted('run-2')).toBe(false);
  await admit(sent);
  expect(await doubted('run-2')).toBe(true);
  expect(await doubted(sent.runId)).toBe(false);
  await fence().settle(sent, { what: 'unsent', amountKobo: 0 });
  expect(await doubted('run-2')).toBe(false);
  expect(await admit(sent)).toEqual({ what: 'admitted', isFirst: true });
});

test('a further attempt may send where the one before never went out, also where another send came before both', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  await fence().settle(marked(sent, '10:00'), { what: 'unsent', amountKobo: sent.amountKobo });
  expect(await admit(marked(sent, '10:00'))).toEqual({ what: 'admitted', isFirst: true });
  const repeat = marked(sent, '10:05', '10:00');
  expect(await admit(repeat)).toEqual({ what: 'admitted', isFirst: false });
  await fence().settle(repeat, { what: 'notRepeated' });
  expect(await admit(repeat)).toEqual({ what: 'admitted', isFirst: false });
  expect(await admit(repeat)).toEqual({ what: 'begunElsewhere' });
});

test('an attempt that ends late changes nothing of a send that came after it', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  await admit(marked(sent, '10:05', '10:00'));
  await fence().settle(marked(sent, '10:00'), { what: 'unsent', amountKobo: 0 });
  expect(await admit(marked({ ...sent, runId: 'run-2' }, '11:00'))).toEqual({ what: 'begunElsewhere' });
});

test('another order takes the place of one that its run knows of only once a read has shown that the bank has nothing', async () => {
  const limits = { perMakerKobo: 1_000 };
  const sent = effect({ maker: 'amended' });
  await admit(marked(sent, '10:00'), limits);
  const amended = marked({ ...sent, digest: 'd-2', amountKobo: 400 }, '10:05', '10:00');
  expect(await admit(amended, limits)).toEqual({ what: 'doubted' });
  expect(await admit(amended, limits, true)).toEqual({ what: 'admitted', isFirst: false });
  expect(await admit(effect({ maker: 'amended', amountKobo: 600 }), limits)).toMatchObject({ isFirst: true });
});

test('what is sent on another day counts there, and is checked there', async () => {
  const limits = { perMakerKobo: 1_000 };
  const [monday, tuesday] = ['2032-03-01', '2032-03-02'];
  const sent = effect({ day: monday, amountKobo: 700, maker: 'maker-of-two-days' });
  const other = effect({ day: tuesday, amountKobo: 301, maker: 'maker-of-two-days' });
  await admit(marked(sent, '10:00'), limits);
  expect(await admit(other, limits)).toMatchObject({ what: 'admitted' });
  const late = marked({ ...sent, day: tuesday }, '11:00', '10:00');
  expect(await admit(late, limits)).toEqual({ what: 'overLimit', limit: 'perMakerKobo', usedKobo: 301 });
  await fence().settle(other, { what: 'unsent', amountKobo: 0 });
  expect(await admit(late, limits)).toMatchObject({ what: 'admitted' });
  expect(await admit({ ...other, amountKobo: 301 }, limits)).toMatchObject({ usedKobo: 700 });
});

test('something else under a reference that was begun is refused to every run that does not know of its last send', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  for (const runId of ['run-1', 'run-2'])
    expect(await admit(marked({ ...sent, runId, digest: 'd-2' }, '11:00'))).toEqual({ what: 'another' });
});

test('what the bank has refused for good counts no more, and may be sent changed', async () => {
  const [limits, day] = [{ perMakerKobo: 1_000 }, '2030-02-01'];
  const sent = effect({ day });
  await admit(sent, limits);
  expect(await admit(effect({ day, amountKobo: 1 }), limits)).toMatchObject({ what: 'overLimit' });
  await fence().settle(sent, { what: 'unsent', amountKobo: 0 });
  expect(await admit({ ...sent, digest: 'd-2', amountKobo: 900 }, limits)).toMatchObject({ isFirst: true });
  expect(await admit(effect({ day, amountKobo: 101 }), limits)).toEqual({
    what: 'overLimit',
    limit: 'perMakerKobo',
    usedKobo: 900,
  });
});

test('a limit counts one day, one maker, one account or one mandate, and nothing else', async () => {
  const day = '2030-03-01';
  const whole = { amountKobo: 1_000, day };
  const limits = { perMakerKobo: 1_000, perAccountKobo: 1_000, mandateKobo: 1_000 };
  const others = { maker: 'maker-2', account: '90000000023', mandate: 'LN-2' };
  const ours = { maker: 'maker-3', account: '900000000345', mandate: 'LN-3' };
  await admit(effect({ ...whole, ...ours }), limits);
  expect(await admit(effect({ ...whole, ...others }), limits)).toMatchObject({ what: 'admitted' });
  for (const [same, limit] of [
    ['maker', 'perMakerKobo'],
    ['account', 'perAccountKobo'],
    ['mandate', 'mandateKobo'],
  ] as const) {
    const apart = { maker: `${same}-a`, account: `${same}-account-of-its-own`, mandate: `${same}-m` };
    const one = effect({ ...whole, ...apart, [same]: ours[same], amountKobo: 1 });
    expect(await admit(one, limits)).toMatchObject({ what: 'overLimit', limit });
  }
  const tomorrow = effect({ ...whole, maker: 'maker-3', account: ours.account, day: '2030-03-02' });
  expect(await admit(tomorrow, limits)).toMatchObject({ what: 'admitted' });
});

test('a charge that is known to have taken nothing, though the bank had accepted it, uses nothing of its mandate', async () => {
  const ofMandate = { kind: 'charge', mandate: 'LN-untaken', amountKobo: 600 } as const;
  const [accepted, next] = [effect(ofMandate), effect(ofMandate)];
  await admit(accepted, { mandateKobo: 1_000 });
  expect(await admit(next, { mandateKobo: 1_000 })).toMatchObject({ what: 'overLimit', usedKobo: 600 });
  const untaken = [accepted.reference];
  expect(await admit({ ...next, untaken }, { mandateKobo: 1_000 })).toMatchObject({ what: 'admitted' });
  expect(await admit(effect(ofMandate), { mandateKobo: 1_000 })).toMatchObject({ usedKobo: 1_200 });
});

test('no two sends at once pass a limit together', async () => {
  let day = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 150 }),
      async (amounts, perMakerKobo, perAccountKobo) => {
        const common = { day: `run ${++day}`, maker: `maker ${day}` };
        const limits = { perMakerKobo, perAccountKobo };
        const sent = amounts.map((amountKobo) => effect({ ...common, amountKobo }));
        const admissions = await Promise.all(sent.map((one) => admit(one, limits)));
        const moved = sent.filter((_, index) => admissions[index]?.what === 'admitted');
        const totalKobo = moved.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
        const most = Math.min(perMakerKobo, perAccountKobo);
        expect(totalKobo).toBeLessThanOrEqual(most);
        for (const { amountKobo } of sent.filter((one) => !moved.includes(one)))
          expect(totalKobo + amountKobo).toBeGreaterThan(most);
      },
    ),
    { numRuns: 60 },
  );
});

test("the program's role cannot change or remove what was sent, and the database holds no account number", async () => {
  await admit(effect());
  await expect(records.pool.query(`UPDATE money_effect SET state = 'unsent'`)).rejects.toThrow('denied');
  await expect(records.pool.query('DELETE FROM money_effect')).rejects.toThrow();
  await expect(records.superuser.query('DELETE FROM money_effect')).rejects.toThrow('append-only');
  const { rows } = await records.superuser.query('SELECT * FROM money_effect');
  expect(JSON.stringify(rows)).not.toContain('9000000001');
});

/** A row as somebody who lacks the workers' key can add it. */
const forge = (reference: string, more: object = {}) =>
  records.pool.query(
    `INSERT INTO money_effect SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', e.sequence + 1) || $2)).*
     FROM money_effect e WHERE reference = $1 ORDER BY sequence DESC LIMIT 1`,
    [reference, { state: 'unsent', amount: 0, ...more }],
  );

test('a row that no worker has written lets nothing be sent before a read, is told, and frees nothing in the limits', async () => {
  const [limits, day] = [{ perMakerKobo: 1_000 }, '2033-01-01'];
  const sent = effect({ day, amountKobo: 700 });
  await admit(marked(sent, '10:00'), limits);
  await forge(sent.reference);
  expect(await admit(effect({ day, amountKobo: 301 }), limits)).toMatchObject({ usedKobo: 700 });
  expect(await admit(marked(sent, '10:00'), limits)).toEqual({ what: 'begunElsewhere' });
  const next = marked(sent, '10:05', '10:00');
  expect(await admit(next, limits)).toEqual({ what: 'doubted', isForged: true });
  expect(await admit(next, limits, true)).toEqual({ what: 'admitted', isFirst: false });
});

test('a row that a worker has written cannot be added a second time, to have an older truth count again', async () => {
  const sent = effect();
  await admit(marked(sent, '10:00'));
  await fence().settle(marked(sent, '10:00'), { what: 'unsent', amountKobo: 0 });
  await admit(marked(sent, '10:05'));
  const copy = `INSERT INTO money_effect SELECT * FROM money_effect WHERE reference = $1 AND sequence = 2`;
  await expect(records.pool.query(copy, [sent.reference])).rejects.toThrow('must be the next one');
  await expect(forge(sent.reference, { sequence: 2_147_483_647 })).rejects.toThrow('must be the next one');
});

test('the attempt that is about to send stands in the table before it sends, and only its own end settles it', async () => {
  const attempt = { activityId: '7', number: 1 };
  const sent = marked(effect({ attempt }), '10:00');
  await admit(sent);
  const later = { ...sent, attempt: { activityId: '7', number: 2 } };
  await fence().settle(later, { what: 'unsent', amountKobo: 0 });
  const { rows } = await records.pool.query(
    'SELECT activity_id, attempt, run_id, state FROM money_effect WHERE reference = $1',
    [sent.reference],
  );
  expect(rows).toEqual([{ activity_id: '7', attempt: 1, run_id: 'run-1', state: 'begun' }]);
  expect(await admit(later)).toEqual({ what: 'begunElsewhere' });
});

test("a daily limit holds while the audit's key is rotated, also between workers that have the new key and workers that do not", async () => {
  const [older, newer] = [newAuditKey().line, newAuditKey().line];
  const [before, after] = [older, `${newer}\n${older}`].map((file) =>
    openRecords(records.roles, writersKeysIn(file, 'audit.key')),
  );
  const limits = { perAccountKobo: 1_000 };
  const sent = (amountKobo: number) =>
    effect({ day: '2031-01-01', account: '9000000007', amountKobo, maker: undefined });
  expect(await before!.effects.admit(sent(600), limits)).toMatchObject({ what: 'admitted' });
  expect(await after!.effects.admit(sent(300), limits)).toMatchObject({ what: 'admitted' });
  for (const { effects } of [before!, after!])
    expect(await effects.admit(sent(101), limits)).toEqual({
      what: 'overLimit',
      limit: 'perAccountKobo',
      usedKobo: 900,
    });
  await Promise.all([before!.close(), after!.close()]);
});
