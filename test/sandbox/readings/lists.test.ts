import { person } from '../../support/sandbox/borrower-journey';
import { Counter, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';

let counter: Counter;
beforeEach(async () => {
  counter = await Counter.open();
});
afterEach(() => counter.close());

const customers = async (query = '') => (await counter.get(`/v1/customers?${query}`)).body;
const accounts = async (query = '') => (await counter.get(`/v1/accounts?${query}`)).body;
const create = (bvn: string, changes: object = {}) =>
  counter.post('/v1/customers', { ...person(bvn), ...changes });
const bvns = ({ data }: { data: { bvn: string }[] }) => data.map(({ bvn }) => bvn);

test.each([
  ['as-asked', 60, 60],
  ['at-most-50', 50, 10],
  ['at-most-20', 20, 20],
  ['limit-ignored', 20, 20],
] as const)(
  'a page under the reading %s holds %i rows, the second one %i',
  async (pageSize, first, second) => {
    counter.sandbox.readings.choose({ pageSize });
    for (let each = 0; each < 60; each++) await create(String(22_000_000_000 + each));
    expect((await customers('limit=60')).data).toHaveLength(first);
    const next = await customers('limit=60&page=2');
    expect([next.data.length, next.total]).toEqual([first === 60 ? 0 : second, 60]);
  },
);

test('a bank that ignores the limit gives its usual pages also where less was asked', async () => {
  counter.sandbox.readings.choose({ pageSize: 'limit-ignored' });
  for (let transfer = 0; transfer < 12; transfer++)
    await counter.post('/_sandbox/transfers', { accountNumber: MERCHANT, amountKobo: 100 });
  const { data } = (await counter.get(`/v1/accounts/${MERCHANT}/transactions?limit=2`)).body;
  expect([data.transactions.length, data.last, data.query.limit]).toEqual([10, false, 10]);
});

test('lists may have the oldest first', async () => {
  await create('22000000001');
  await create('22000000002');
  expect(bvns(await customers())).toEqual(['22000000002', '22000000001']);
  counter.sandbox.readings.choose({ listOrder: 'oldest-first' });
  expect(bvns(await customers())).toEqual(['22000000001', '22000000002']);
  expect(bvns(await customers('limit=1&page=2'))).toEqual(['22000000002']);
  const opening = (await counter.get(`/v1/accounts/${MERCHANT}/transactions?limit=1`)).body.data;
  expect(opening.transactions[0].description).toBe('Opening balance');
});

test('lists may come without a total', async () => {
  counter.sandbox.readings.choose({ listTotals: 'absent' });
  const pages = ['/v1/customers', '/v1/accounts', '/v1/webhook/history'].map((url) => counter.get(url));
  for (const { body } of await Promise.all(pages)) expect(body).not.toHaveProperty('total');
  const { pagination } = (await counter.get('/v1/loans')).body;
  expect(pagination).toEqual({ page: 1, limit: 20 });
});

test('without totals of lists a payout still has its own', async () => {
  counter.sandbox.readings.choose({ listTotals: 'absent' });
  expect((await new Merchant(counter).pay()).body.data.total).toBe(1_002_500);
});

test('filters are honoured in any case', async () => {
  await create('22000000001', { email: 'Ada@example.test' });
  await create('22000000002', { email: 'bola@example.test' });
  expect(bvns(await customers('email=ada@EXAMPLE.test'))).toEqual(['22000000001']);
  expect((await accounts('account_name=petty')).data).toHaveLength(1);
});

test('filters may be ignored, and the reply then names none', async () => {
  counter.sandbox.readings.choose({ listFilters: 'ignored' });
  await create('22000000001');
  await create('22000000002');
  const all = await customers('bvn=22000000001');
  expect([bvns(all), all.filters_applied]).toEqual([['22000000002', '22000000001'], {}]);
  expect((await accounts(`account_number=${MERCHANT}`)).data).toHaveLength(3);
});

test('filters may want the exact case', async () => {
  counter.sandbox.readings.choose({ listFilters: 'exact-case' });
  await create('22000000001', { email: 'Ada@example.test' });
  expect(bvns(await customers('email=ada@example.test'))).toEqual([]);
  expect(bvns(await customers('email=Ada@example.test'))).toEqual(['22000000001']);
  expect((await accounts('account_name=petty')).data).toEqual([]);
  expect((await accounts('account_name=PETTY')).data).toHaveLength(1);
});
