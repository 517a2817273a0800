import fc from 'fast-check';
import type { Admission, EffectLimits, MoneyEffect } from '../../src/records/effects/effect';
import { moneyEffects } from '../../src/records/effects/money-effects';
import { keysIn } from '../../src/records/audit/keys';
import { openRecords } from '../../src/records/records';
import { newAuditKey, testRecords, type TestRecords } from '../support/records/database';

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
const fence = () => moneyEffects(records.pool, (text) => `veiled ${text.length}`);
const admit = (sent: MoneyEffect, limits: EffectLimits = {}): Promise<Admission> =>
  fence().admit(sent, limits);

test('a reference is sent for the first time once, and again by the same run', async () => {
  const sent = effect();
  expect(await admit(sent)).toEqual({ what: 'admitted', isFirst: true });
  expect(await admit(sent)).toEqual({ what: 'admitted', isFirst: false });
});

test('another run finds that a reference was begun, and may send it only after a read has shown nothing of it', async () => {
  const [sent, again] = [effect(), effect({ runId: 'run-2' })].map((one) => ({
    ...one,
    reference: 'PO-reset',
  }));
  await admit(sent!);
  expect(await admit(again!)).toEqual({ what: 'begunElsewhere' });
  expect(await admit(again!)).toEqual({ what: 'doubted' });
  await fence().clearDoubt(again!);
  expect(await admit(again!)).toEqual({ what: 'admitted', isFirst: false });
  expect(await admit(sent!)).toEqual({ what: 'begunElsewhere' });
});

test('a run sends again what it knows to have sent; a run that does not know of the last send, as its history was lost, may not before a read', async () => {
  const sent = effect();
  const marked = (at: string, after?: string) => admit({ ...sent, mark: { at, ...(after && { after }) } });
  expect(await marked('10:00')).toEqual({ what: 'admitted', isFirst: true });
  expect(await marked('10:00')).toEqual({ what: 'admitted', isFirst: false });
  expect(await marked('10:05', '10:00')).toEqual({ what: 'admitted', isFirst: false });
  for (const after of [undefined, '10:00']) {
    expect(await marked('11:00', after)).toEqual({ what: 'begunElsewhere' });
    expect(await marked('11:05', '11:00')).toEqual({ what: 'doubted' });
    await fence().clearDoubt({ ...sent, mark: { at: '11:05', after: '11:00' } });
    expect(await marked('11:05', '11:00')).toEqual({ what: 'admitted', isFirst: false });
  }
  expect(await marked('11:10', '11:05')).toEqual({ what: 'admitted', isFirst: false });
});

test('something else under a reference that was begun is refused, by whichever run', async () => {
  const sent = effect();
  await admit(sent);
  for (const runId of ['run-1', 'run-2'])
    expect(await admit({ ...sent, runId, digest: 'd-2' })).toEqual({ what: 'another' });
});

test('what the bank has refused for good counts no more, and may be sent changed', async () => {
  const [limits, day] = [{ perMakerKobo: 1_000 }, '2030-02-01'];
  const sent = effect({ day });
  await admit(sent, limits);
  expect(await admit(effect({ day, amountKobo: 1 }), limits)).toMatchObject({ what: 'overLimit' });
  await fence().settle(sent, { amountKobo: 0, wasSent: false });
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

test("the program's role cannot remove what was sent, and the database holds no account number", async () => {
  await admit(effect());
  await expect(records.pool.query('DELETE FROM money_effect')).rejects.toThrow();
  await expect(records.superuser.query('DELETE FROM money_effect')).rejects.toThrow('append-only');
  const { rows } = await records.superuser.query('SELECT * FROM money_effect');
  expect(JSON.stringify(rows)).not.toContain('9000000001');
});

test("a daily limit holds while the audit's key is rotated, also between workers that have the new key and workers that do not", async () => {
  const [older, newer] = [newAuditKey(), newAuditKey()];
  const [before, after] = [older, `${newer}\n${older}`].map((file) =>
    openRecords(records.roles, keysIn(file, 'audit.key')),
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
