import { feedPage, feedQuery } from '../../src/desk/contract/events';
import { eventHandlers } from '../../src/desk/routes/events';
import { append } from '../../src/records/audit/append';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const ask = async (query: object) => {
  const handlers = eventHandlers({ copy: { pool: records.pool } } as never);
  return feedPage.parse(await handlers.eventFeed({ query: feedQuery.parse(query) } as never));
};

test('a program that goes on from each cursor is told every event once, in order', async () => {
  const entries = Array.from({ length: 7 }, (_, number) => entry(number));
  await append(records.pool, records.keys, { caseId: 'payout:PO-1', entries });
  const told: number[] = [];
  let page = await ask({ size: '3' });
  while (page.events.length > 0) {
    told.push(...page.events.map(({ number }) => number));
    page = await ask({ after: String(page.next), size: '3' });
  }
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(page).toEqual(await ask({ after: String(page.next) }));
});

test('a cursor beyond the last event is of another desk, and is refused', async () => {
  const end = (await ask({ size: '1000' })).next;
  expect(await ask({ after: String(end) })).toEqual({ events: [], next: end });
  await expect(ask({ after: String(end + 1) })).rejects.toThrow(`after lies beyond the last event, ${end}`);
});

test('a cursor that is no number and a size beyond the greatest are refused', () => {
  for (const query of [{ after: '-1' }, { after: 'x' }, { size: '1001' }, { size: '0' }, { cursor: '1' }])
    expect(feedQuery.safeParse(query).success).toBe(false);
});
