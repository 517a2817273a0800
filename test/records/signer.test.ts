import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { append } from '../../src/records/audit/append';
import { signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import { ExportFile, keepSigning, signHeads } from '../../src/records/checkpoints/signer';
import { verify } from '../../src/records/verify';
import { readCopy, replaceCopy } from '../../chaos/audit/audit-copy';
import { section, textOf } from '../support/docs/pages';
import { entry, newSignerKey, testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
let path: string;
beforeEach(async () => {
  records = await testRecords();
  path = join(await mkdtemp(join(tmpdir(), 'export-')), 'heads');
});
afterEach(() => records.close());

const write = (caseId: string, number: number) =>
  append(records.pool, records.keys, { caseId, entries: [entry(number)] });

const sign = async () => signHeads(records.pool, records.signer, await ExportFile.open(path));

const problems = async () => {
  const { lines } = await ExportFile.open(path);
  return (await verify({ ...records, keys: records.publicKeys, exported: lines })).problems;
};

test('an export path below a file is refused with a sentence', async () => {
  await writeFile(path, '');
  await expect(ExportFile.open(join(path, 'heads'))).rejects.toThrow(
    /^Signed heads cannot be kept in \S+heads\/heads \(ENOTDIR\): name a file in a folder/,
  );
});

test('who puts the old checkpoints aside as docs/AUDIT.md says can go on with a new key of the signer', async () => {
  const [, sql = ''] =
    /```sql\n([\s\S]*?)```/.exec(section(textOf('docs/AUDIT.md'), 'A new key of the signer')) ?? [];
  await write('payout:1', 1);
  await sign();
  const lost = { ...records, signer: await signerKeyIn(newSignerKey(), 'new.jwk') };
  const heads = `${path}-new`;
  const signAnew = async () => signHeads(records.pool, lost.signer, await ExportFile.open(heads));
  await expect(signAnew()).rejects.toThrow('was not made by the signer');
  await records.superuser.query(sql);
  await write('payout:1', 2);
  expect(await signAnew()).toBe(1);
  const { lines } = await ExportFile.open(heads);
  expect(await verify({ ...lost, keys: records.publicKeys, exported: lines })).toMatchObject({
    ...{ entries: 2, unsigned: 0, problems: [] },
  });
  const { rows } = await records.superuser.query('SELECT number FROM audit_checkpoint_before');
  expect(rows).toEqual([{ number: 1 }]);
  await expect(records.superuser.query('DELETE FROM audit_checkpoint')).rejects.toThrow('append-only');
});

test('a minute without a new entry makes no checkpoint', async () => {
  await write('payout:1', 1);
  expect([await sign(), await sign()]).toEqual([1, 0]);
});

test('positions that somebody has used up make no checkpoints', async () => {
  await write('payout:1', 1);
  await records.pool.query(`SELECT nextval('audit_position') FROM generate_series(1, 100000)`);
  await write('payout:1', 2);
  expect([await sign(), await sign()]).toEqual([1, 0]);
  expect(await problems()).toEqual([]);
});

test('signers that run at the same time make one chain of checkpoints, and each file gets all of it', async () => {
  const other = join(await mkdtemp(join(tmpdir(), 'export-')), 'heads');
  for (let number = 1; number <= 5; number++) {
    await write('payout:1', number);
    const files = [await ExportFile.open(path), await ExportFile.open(other)];
    await Promise.all(files.map((file) => signHeads(records.pool, records.signer, file)));
  }
  await sign();
  await signHeads(records.pool, records.signer, await ExportFile.open(other));
  expect(await readFile(other, 'utf8')).toBe(await readFile(path, 'utf8'));
  expect(await problems()).toEqual([]);
});

test('entries that are written while heads are signed are covered by this checkpoint or the next', async () => {
  const writing = Array.from({ length: 60 }, (_, number) => write(`payout:${number % 7}`, number));
  const signing = Array.from({ length: 5 }, () => sign());
  await Promise.all([...writing, ...signing]);
  await sign();
  const { lines } = await ExportFile.open(path);
  expect(await verify({ ...records, keys: records.publicKeys, exported: lines })).toMatchObject({
    entries: 60,
    unsigned: 0,
    problems: [],
  });
});

test('the signer signs nothing on an old copy of the database that was restored, and says so', async () => {
  await write('payout:1', 1);
  await sign();
  const old = await readCopy(records.superuser);
  await write('payout:1', 2);
  await sign();
  await replaceCopy(records.superuser, await readCopy(records.superuser), old);
  await write('payout:1', 3);
  await expect(sign()).rejects.toThrow('an old copy was restored, or it was changed');
  expect((await problems()).length).toBeGreaterThan(0);
});

test('the signer continues no checkpoint that it has not signed', async () => {
  await write('payout:1', 1);
  const foreign = await signerKeyIn(newSignerKey(), 'signer.jwk');
  await signHeads(records.pool, foreign, await ExportFile.open(`${path}-foreign`));
  await write('payout:1', 2);
  await expect(sign()).rejects.toThrow('Checkpoint 1 was not made by the signer');
});

test('a line of the export that a crash cut off is written again, and the file is whole', async () => {
  await write('payout:1', 1);
  await sign();
  const [line] = (await ExportFile.open(path)).lines;
  await writeFile(path, line!.slice(0, 50));
  expect(await sign()).toBe(0);
  expect((await ExportFile.open(path)).lines).toEqual([line]);
  expect(await problems()).toEqual([]);
  await appendFile(path, 'not a checkpoint\n');
  expect((await problems())[0]!.problem).toContain('was not made by the signer');
});

test('signing goes on after a failure, and signs once more at the end', async () => {
  const outcomes: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const signOnce = async () => {
    outcomes.push('signed');
    if (outcomes.length === 1) throw new Error('the database is away');
    if (outcomes.length >= 4) end();
    return 1;
  };
  await keepSigning({ sign: signOnce, failed: (error) => outcomes.push(String(error)), everyMs: 1 }, ended);
  expect(outcomes.slice(0, 2)).toEqual(['signed', 'Error: the database is away']);
  expect(outcomes.filter((what) => what === 'signed').length).toBeGreaterThanOrEqual(4);
});
