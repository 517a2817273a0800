import { append } from '../../src/records/audit/append';
import { commandsOf, entriesOf } from '../../src/records/audit/read';
import { openRecords } from '../../src/records/records';
import { entry, newDatabase, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const write = (
  caseId: string,
  entries: readonly ReturnType<typeof entry>[],
  known?: { sequence: number; hash: string },
) => append(records.pool, records.keys, { caseId, entries, known });

test('an entry that is written twice is one row', async () => {
  const first = await write('payout:twice', [entry(1), entry(2)]);
  const again = await write('payout:twice', [entry(1), entry(2)]);
  expect(again).toEqual(first);
  expect(await entriesOf(records.pool, 'payout:twice')).toHaveLength(2);
});

test('a result that a repeated workflow task writes again, at a later time, is one row', async () => {
  const paid = { kind: 'result', what: 'SUCCESS' } as const;
  await write('payout:paid', [entry(1, paid)]);
  await write('payout:paid', [entry(1, { ...paid, at: '2030-01-01T00:22:00.000Z' })]);
  expect(await entriesOf(records.pool, 'payout:paid')).toHaveLength(1);
});

test('a command that a repeated workflow task writes again, at a later time, is one row; given once more, it is two', async () => {
  const given = { requestId: 'r-1' };
  await write('payout:given', [entry(1, given)]);
  await write('payout:given', [entry(1, { ...given, at: '2030-01-01T00:22:00.000Z' })]);
  const again = await write('payout:given', [entry(2, { ...given, at: '2030-01-01T00:23:00.000Z' })]);
  expect(again.sequence).toBe(2);
});

test('an id that is used again for another deed, as after a reset, is a row of its own', async () => {
  await write('payout:reset', [entry(1)]);
  await write('payout:reset', [entry(1, { actor: 'checker-2' })]);
  const actors = (await entriesOf(records.pool, 'payout:reset')).map(({ actor }) => actor);
  expect(actors).toEqual(['checker-1', 'checker-2']);
});

test('entries of one case that many workers write at the same time form one chain without a hole', async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  await Promise.all(numbers.map((number) => write('payout:many', [entry(number)])));
  const entries = await entriesOf(records.pool, 'payout:many');
  expect(entries.map(({ sequence }) => sequence)).toEqual(numbers.map((number) => number + 1));
  expect(entries.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(
    entries.slice(0, -1).map(({ hash }) => hash),
  );
});

test('an entry keeps actor, role, request id and detail, and the detail stands apart from the chain', async () => {
  await write('payout:kept', [entry(7)]);
  const [kept] = await entriesOf(records.pool, 'payout:kept');
  expect(kept).toMatchObject({ kind: 'command', what: 'approve', actor: 'checker-1', role: 'approver' });
  expect(kept).toMatchObject({ request_id: 'r-7', act: null });
  expect(JSON.parse(kept!.detail!.content)).toEqual({ reason: 'AS_ORDERED', note: 'the note 7' });
  expect(JSON.stringify({ ...kept, detail: undefined })).not.toContain('the note');
});

test('who accepts an offer accepts the terms that the case knew, which stand in the audit beside the note', async () => {
  const facts = { offerAmountKobo: 5_000_000, offerMonths: 6, offerInterestRate: 4, uniqueRef: 'U-1' };
  const accepted = entry(1, { what: 'acceptOffer', detail: { note: 'by phone' }, facts });
  await write('loan:kept', [accepted]);
  await write('loan:kept', [entry(1, { what: 'acceptOffer', detail: { note: 'by phone' } })]);
  const [kept, ...more] = await entriesOf(records.pool, 'loan:kept');
  const { uniqueRef: _, ...terms } = facts;
  expect(JSON.parse(kept!.detail!.content)).toEqual({ ...terms, note: 'by phone' });
  expect(more).toEqual([]);
});

test("the program's role can change and remove nothing that it has written", async () => {
  await write('payout:fixed', [entry(1)]);
  const attempts = [
    'UPDATE audit_entry SET actor = $$maker$$',
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'UPDATE audit_detail SET content = $$$$',
    'DELETE FROM audit_detail',
    'DELETE FROM audit_checkpoint',
    'ALTER TABLE audit_entry DISABLE TRIGGER ALL',
    'DROP TABLE audit_entry',
  ];
  for (const attempt of attempts)
    await expect(records.pool.query(attempt)).rejects.toThrow(/permission denied|must be owner/);
});

/** Adds a row as somebody does who lacks the workers' key: the first one of its case, but for what is changed. */
async function forge(caseId: string, more: object = {}): Promise<void> {
  const client = await records.pool.connect();
  try {
    const { rows } = await client.query<{ position: string }>(`SELECT nextval('audit_position') AS position`);
    const place = { case_id: caseId, sequence: 1, position: Number(rows[0]?.position), previous_hash: '' };
    const said = { entry_key: 'k', at: '2030-01-01', kind: 'command', what: 'cancel', act: 'a.b.c' };
    await client.query('INSERT INTO audit_entry SELECT (jsonb_populate_record(NULL::audit_entry, $1)).*', [
      { ...place, ...said, key_id: 'none', hash: 'h', signature: 's', ...more },
    ]);
  } finally {
    client.release();
  }
}

test("nobody who has the program's role takes a place in the audit that is still to come", async () => {
  const { hash } = await write('payout:placed', [entry(1)]);
  const next = { sequence: 2, previous_hash: hash };
  for (const wrong of [
    { ...next, sequence: 2_147_483_647 },
    { ...next, previous_hash: 'another' },
    { ...next, position: 9_000_000_000_000 },
  ])
    await expect(forge('payout:placed', wrong)).rejects.toThrow('must be the next one of its case');
  expect((await write('payout:placed', [entry(2)])).sequence).toBe(2);
});

test('a row that somebody adds in its place keeps a case from nothing, and is no deed of a person', async () => {
  await forge('payout:added');
  expect((await write('payout:added', [entry(1)])).sequence).toBe(2);
  expect(await commandsOf(records.pool, records.keys, ['payout:added'], ['cancel', 'approve'])).toMatchObject(
    [{ name: 'approve', caseId: 'payout:added' }],
  );
});

test('even the owner changes no entry without switching the protection off', async () => {
  await write('payout:owned', [entry(1)]);
  for (const attempt of [
    'UPDATE audit_entry SET actor = $$maker$$',
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
  ])
    await expect(records.superuser.query(attempt)).rejects.toThrow('audit_entry is append-only');
});

test('a case that knows of entries which the audit lacks goes on, and an entry says so for good', async () => {
  const { hash } = await write('payout:lost', [entry(1)]);
  const head = await write('payout:lost', [entry(2)], { sequence: 5, hash: 'f'.repeat(64) });
  expect(head.sequence).toBe(3);
  const entries = await entriesOf(records.pool, 'payout:lost');
  expect(entries.map(({ kind }) => kind)).toEqual(['command', 'gap', 'command']);
  expect((await write('payout:lost', [entry(3)], { sequence: 1, hash })).sequence).toBe(4);
});

test('records say at the start that the database is away, or that their role could change the audit', async () => {
  const { url, ownerUrl } = await newDatabase();
  const opened = (roles: { url: string; ownerUrl?: string }) => openRecords(roles, records.keys);
  const away = opened({ url: 'postgres://other:secret@127.0.0.1:1/records' });
  expect(await away.prepare()).toContain('cannot be reached');
  const refusal = away.append({ caseId: 'payout:away', entries: [entry(1)] });
  await expect(refusal).rejects.toThrow('The database of the records cannot be reached');
  await expect(refusal).rejects.not.toThrow('secret');
  const [strong, weak] = [opened({ url, ownerUrl }), opened({ url: ownerUrl })];
  expect(await strong.prepare()).toBeUndefined();
  expect(await weak.prepare()).toContain('may change the audit');
  await Promise.all([away.close(), weak.close(), strong.close()]);
});
