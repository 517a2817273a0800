import { LEASE_MS, Lease, leaseOf } from '../../src/keeper/lease';
import { connectRecords } from '../../src/records/connection';
import { settingOfKey } from '../../src/records/shared-settings';
import { keeperRow, type KeeperRow } from '../../src/records/keeper-row';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => {
  records = await testRecords();
});
afterAll(() => records.close());

let namespaces = 0;

/** Two processes with clocks of their own, on PostgreSQL. */
function twoProcesses() {
  const row = keeperRow(records.pool, `pair-${(namespaces += 1)}`);
  const processOf = (name: string) => {
    const clock = { monotonicMs: 5_000, wallMs: 1_900_000_000_000 };
    const pass = (ms: number) => {
      clock.monotonicMs += ms;
      clock.wallMs += ms;
    };
    return {
      lease: new Lease(
        row,
        { holder: name, worker: name, settings: { AUDIT_KEY_FILE: `the key of ${name}` } },
        () => ({ ...clock }),
      ),
      clock,
      pass,
    };
  };
  return { keeper: processOf('keeper'), other: processOf('other') };
}

test('a keeper that gives signs of life stays it, and the other stands by', async () => {
  const { keeper, other } = twoProcesses();
  expect(await keeper.lease.take()).toBe(0);
  for (let passedMs = 0; passedMs < 30_000; passedMs += 3_000) {
    expect(keeper.lease.isHeld()).toBe(true);
    expect(await other.lease.take()).toBeUndefined();
    for (const each of [keeper, other]) each.pass(3_000);
    expect(keeper.lease.isDue(0)).toBe(true);
    expect(await keeper.lease.renew(0)).toBe(true);
  }
  expect(other.lease.keeper).toBe('keeper');
});

test('a keeper publishes with each sign of life what has changed of its settings, such as a revoked key', async () => {
  const row = keeperRow(records.pool, 'publishing');
  let state = 'active';
  const lease = leaseOf(row, () => ({ BANK_ENVIRONMENT: 'test', [settingOfKey('K-1')]: state }));
  await lease.take();
  state = 'revoked';
  expect((await row.look())?.settings).toMatchObject({ [settingOfKey('K-1')]: 'active' });
  await lease.renew(0);
  expect((await row.look())?.settings).toEqual({
    BANK_ENVIRONMENT: 'test',
    [settingOfKey('K-1')]: 'revoked',
  });
});

test('a keeper without a sign of life stops before another one may begin', async () => {
  const { keeper, other } = twoProcesses();
  await keeper.lease.take();
  await other.lease.take();
  for (const each of [keeper, other]) each.pass(LEASE_MS - 1_000);
  expect(keeper.lease.isHeld()).toBe(false);
  expect(await other.lease.take()).toBeUndefined();
  other.pass(1_000);
  expect(await other.lease.take()).toBe(0);
  expect(other.lease.isHeld()).toBe(true);
  expect(await keeper.lease.renew(0)).toBe(false);
});

test('a keeper goes on after a while without the database when no other has taken its place', async () => {
  const { keeper } = twoProcesses();
  await keeper.lease.take();
  keeper.pass(60_000);
  expect(keeper.lease.isHeld()).toBe(false);
  expect(await keeper.lease.renew(0)).toBe(true);
  expect(keeper.lease.isHeld()).toBe(true);
});

test('a keeper on a machine that slept has lost its time, and one whose clock was set back as well', async () => {
  const { keeper } = twoProcesses();
  await keeper.lease.take();
  keeper.clock.wallMs += LEASE_MS;
  expect(keeper.lease.isHeld()).toBe(false);
  keeper.clock.wallMs -= 3_600_000;
  expect(keeper.lease.isHeld()).toBe(true);
  keeper.clock.monotonicMs += LEASE_MS;
  expect(keeper.lease.isHeld()).toBe(false);
});

test('a keeper that ends is followed at once, by one who knows that the window is used up', async () => {
  const { keeper, other } = twoProcesses();
  await keeper.lease.take();
  await keeper.lease.release(60_000);
  expect(keeper.lease.isHeld()).toBe(false);
  expect(await other.lease.take()).toBeGreaterThan(30_000);
});

test('a keeper whose window is used up says so at once', async () => {
  const { keeper } = twoProcesses();
  await keeper.lease.take();
  expect(keeper.lease.isDue(0)).toBe(false);
  expect(keeper.lease.isDue(60_000)).toBe(true);
  await keeper.lease.renew(60_000);
  expect(keeper.lease.isDue(60_000)).toBe(false);
});

test('a keeper that does not know whether it became one finds out', async () => {
  const row = keeperRow(records.pool, 'lost-answer');
  const losing: KeeperRow = {
    ...row,
    async take(by, seen) {
      await row.take(by, seen);
      throw new Error('the answer is lost');
    },
  };
  const candidate = { holder: 'keeper', worker: 'keeper', settings: {} };
  await expect(new Lease(losing, candidate).take()).rejects.toThrow('lost');
  expect(await new Lease(row, candidate).take()).toBe(0);
});

test('a keeper stops by itself while the database cannot be reached', async () => {
  const away = connectRecords('postgres://none@127.0.0.1:1/none', 200, 200);
  const row = keeperRow(records.pool, 'away');
  const clock = { nowMs: 0 };
  const lease = new Lease(
    { ...row, renew: (...given) => keeperRow(away, 'away').renew(...given) },
    { holder: 'keeper', worker: 'keeper', settings: {} },
    () => ({ monotonicMs: clock.nowMs, wallMs: clock.nowMs }),
  );
  await lease.take();
  clock.nowMs += 3_000;
  await expect(lease.renew(0)).rejects.toThrow();
  expect(lease.isHeld()).toBe(true);
  clock.nowMs += LEASE_MS;
  expect(lease.isHeld()).toBe(false);
  await away.end();
});
