import { append, eraseDetails } from '../../src/records/audit/append';
import { entriesOf } from '../../src/records/audit/read';
import { eventsAfter, eventWithId, positionBefore } from '../../src/records/events/outbox';
import { verify } from '../../src/records/verify';
import { entry, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const write = (caseId: string, ...entries: ReturnType<typeof entry>[]) =>
  append(records.pool, records.keys, { caseId, entries });
const all = async (reference: string) =>
  (await eventsAfter(records.pool, 0, 10_000)).filter(({ event }) => event.reference === reference);

test('an entry is stored together with its event, which names the case, its place there and what its table says', async () => {
  const facts = { amountKobo: 100, beneficiaryEndsWith: '6789' };
  await write('payout:PO-1', entry(1, { kind: 'start', facts }), entry(2));
  const [start, command] = await all('PO-1');
  expect(start!.event).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    type: 'payout.started',
    occurredAt: '2030-01-01T00:00:01.000Z',
    ...{ kind: 'payout', reference: 'PO-1', number: 1, data: { amountKobo: 100 } },
  });
  expect(command!.event).toMatchObject({ type: 'case.command_taken', number: 2 });
  expect(await eventWithId(records.pool, start!.event.id)).toEqual(start);
});

test('an entry that comes again makes no second event, with other facts neither', async () => {
  await write('payout:PO-2', entry(1, { facts: { amountKobo: 1 } }));
  await write('payout:PO-2', entry(1, { facts: { amountKobo: 2 } }), entry(2));
  expect((await all('PO-2')).map(({ event }) => event.number)).toEqual([1, 2]);
  expect(await entriesOf(records.pool, 'payout:PO-2')).toHaveLength(2);
});

test('what a case writes once more after its worker died is told once, at another time and place too; another deed is told', async () => {
  const again = { at: '2030-01-01T01:00:00.000Z' };
  const ended = { kind: 'result', what: 'SUCCESS', requestId: undefined };
  const sending = { kind: 'stage', what: 'SUBMITTING', requestId: undefined };
  await write('payout:PO-5', entry(1), entry(2, sending), entry(3, ended));
  await write('payout:PO-5', entry(2, { ...again, requestId: 'r-1' }), entry(2, { ...sending, ...again }));
  await write('payout:PO-5', entry(4, { ...ended, ...again }), entry(5, sending));
  await write('payout:PO-5', entry(1, { ...ended, id: 'run-2:1' }));
  const types = (await all('PO-5')).map(({ event }) => event.type);
  const [taken, sent, paid] = ['case.command_taken', 'payout.sending', 'payout.succeeded'];
  expect(types).toEqual([taken, sent, paid, sent, paid]);
});

test('erasing the details of a case tells nobody, and the audit verifies beside events', async () => {
  await write('payout:PO-3', entry(1));
  const how = { reason: 'ASKED', actor: 'a', at: '2031-01-01T00:00:00.000Z' };
  await eraseDetails(records.superuser, records.keys, 'payout:PO-3', how);
  expect(await all('PO-3')).toHaveLength(1);
  expect((await verify(records)).problems).toEqual([]);
});

test('a reader that follows many writers at the same time skips no event, and sees those of a case in order', async () => {
  let position = await positionBefore(records.pool);
  const seen: string[] = [];
  const follow = async () => {
    const found = await eventsAfter(records.pool, position, 7);
    seen.push(...found.map(({ event: { reference, number } }) => `${reference} ${number}`));
    position = found.at(-1)?.position ?? position;
  };
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let number = 1; number <= 25; number++)
      await write(`batch:B-${writer % 4}`, entry(writer * 100 + number));
  });
  const writing = Promise.all(writers);
  while (seen.length < 200) await follow();
  await writing;
  const expected = [0, 1, 2, 3].map((batch) => Array.from({ length: 50 }, (_, n) => `B-${batch} ${n + 1}`));
  expect([0, 1, 2, 3].map((batch) => seen.filter((one) => one.startsWith(`B-${batch} `)))).toEqual(expected);
});

test('following can begin at an instant', async () => {
  await write('payout:PO-4', entry(1, { at: '2040-01-01T00:00:00.000Z' }));
  await write('payout:PO-4', entry(2, { at: '2040-01-02T00:00:00.000Z' }));
  const before = await positionBefore(records.pool, '2040-01-02T00:00:00.000Z');
  expect((await eventsAfter(records.pool, before, 1))[0]?.event).toMatchObject({ number: 2 });
  expect(await positionBefore(records.pool, '2050-01-01T00:00:00.000Z')).toBe(before + 1);
});

test("the program's role can change and remove no event", async () => {
  for (const attempt of [`UPDATE case_event SET type = 'x'`, 'DELETE FROM case_event', 'TRUNCATE case_event'])
    await expect(records.pool.query(attempt)).rejects.toThrow(/permission denied|must be owner/);
});
