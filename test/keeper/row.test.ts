import { keeperRow, type KeeperRow } from '../../src/records/keeper-row';
import { RowInMemory } from '../support/keeper/row-in-memory';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => {
  records = await testRecords();
});
afterAll(() => records.close());

const [one, other] = [
  { holder: 'one', worker: '1@here', settings: { BANK_ENVIRONMENT: 'test' } },
  { holder: 'other', worker: '2@there', settings: {} },
];

let rows = 0;
const kinds: [string, () => KeeperRow][] = [
  ['in PostgreSQL', () => keeperRow(records.pool, `namespace-${(rows += 1)}`)],
  ['of the simulation', () => new RowInMemory()],
];

describe.each(kinds)('the row of the keeper %s', (_, newRow) => {
  test('is taken by the first, and shows who that is', async () => {
    const row = newRow();
    expect(await row.look()).toBeUndefined();
    expect(await row.take(one, undefined)).toEqual({ fence: 1, spentMs: 0 });
    expect(await row.look()).toMatchObject({ ...one, fence: 1 });
  });

  test('is taken by one of all who want it at once', async () => {
    const row = newRow();
    const taken = await Promise.all([one, other, one, other].map((each) => row.take(each, undefined)));
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test('is not taken by one who has missed a sign of life', async () => {
    const row = newRow();
    await row.take(one, undefined);
    const seen = await row.look();
    expect(await row.renew('one', 1, 0)).toBe(true);
    expect(await row.take(other, seen)).toBeUndefined();
    expect(await row.take(other, await row.look())).toMatchObject({ fence: 2 });
  });

  test('takes no sign of life from a keeper whose time is over', async () => {
    const row = newRow();
    await row.take(one, undefined);
    await row.take(other, await row.look());
    expect(await row.renew('one', 1, 0)).toBe(false);
    await row.release('one', 1, 0);
    expect(await row.look()).toMatchObject({ ...other, fence: 2 });
  });

  test('is free when it was released, and tells for how long the window is used up', async () => {
    const row = newRow();
    await row.take(one, undefined);
    await row.release('one', 1, 60_000);
    expect((await row.look())?.holder).toBeUndefined();
    expect(await row.renew('one', 1, 0)).toBe(false);
    const { spentMs = 0 } = (await row.take(other, await row.look())) ?? {};
    expect(spentMs).toBeGreaterThan(30_000);
    expect(spentMs).toBeLessThanOrEqual(60_000);
  });
});

test('the row of one namespace says nothing of another', async () => {
  const [here, there] = [keeperRow(records.pool, 'here'), keeperRow(records.pool, 'there')];
  await here.take(one, undefined);
  expect(await there.take(other, undefined)).toMatchObject({ fence: 1 });
  expect(await here.renew('one', 1, 0)).toBe(true);
});
