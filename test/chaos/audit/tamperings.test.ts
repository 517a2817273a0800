import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryAll, type Attempt } from '../../../chaos/audit/attempts';
import { tamperings } from '../../../chaos/audit/tamperings';
import { append } from '../../../src/records/audit/append';
import { ExportFile, signHeads } from '../../../src/records/checkpoints/signer';
import { verify } from '../../../src/records/verify';
import { entry, testRecords, type TestRecords } from '../../support/records/database';

let records: TestRecords;
let exported: readonly string[];
let attempts: Attempt[];

/** Three checkpoints over cases that grow meanwhile. */
beforeAll(async () => {
  records = await testRecords();
  const { pool, keys, signer, superuser } = records;
  const file = await ExportFile.open(join(await mkdtemp(join(tmpdir(), 'export-')), 'heads'));
  for (let number = 1; number <= 6; number++) {
    for (const caseId of ['payout:1', 'payout:2', 'payout:3'])
      await append(pool, keys, { caseId, entries: [entry(number)] });
    if (number % 2 === 0) await signHeads(pool, signer, file);
  }
  exported = file.lines;
  attempts = await tryAll({ superuser, keys: records.publicKeys, signer, exported }, tamperings);
});
afterAll(() => records.close());

test('an audit that was left alone shows nothing, with and without an exported head', async () => {
  const { pool, publicKeys: keys, signer } = records;
  const found = { cases: 3, entries: 18, checkpoints: 3, unexported: 0, unsigned: 0, problems: [] };
  expect(await verify({ pool, keys, signer })).toEqual({ ...found, reliedOn: 'the database alone' });
  const withHead = await verify({ pool, keys, signer, exported });
  expect(withHead).toEqual({ ...found, reliedOn: 'the database and an exported head' });
});

test('at least fifty tamperings of a superuser without the keys are tried', () => {
  expect(new Set(attempts.map(({ what }) => what)).size).toBeGreaterThanOrEqual(50);
});

test('with an exported head no tampering stays hidden', () => {
  expect(attempts.filter(({ shownWithHead }) => !shownWithHead)).toEqual([]);
});

test('the database alone shows every tampering but those that are said to need an exported head', () => {
  expect(attempts.filter(({ needsHead, shownByDatabase }) => needsHead === shownByDatabase)).toEqual([]);
});
