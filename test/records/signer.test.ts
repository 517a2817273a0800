import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { append } from '../../src/records/audit/append';
import { signed, signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import { ExportFile, exportMissing, keepSigning, signHeads } from '../../src/records/checkpoints/signer';
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

/** The first checkpoint of the database, signed an hour ago. */
async function signedAnHourAgo() {
  await write('payout:1', 1);
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const text = await signed({ number: 1, at, previous: '', position: 1, heads: [] }, records.signer);
  await records.pool.query('INSERT INTO audit_checkpoint (number, signed) VALUES (1, $1)', [text]);
  return text;
}

test('the signer begins no new file while the database holds earlier checkpoints; a person does, or restores the old one', async () => {
  const text = await signedAnHourAgo();
  await write('payout:1', 2);
  await expect(sign()).rejects.toThrow(
    /^The file \S+heads is missing or empty, and the database holds 1 checkpoints: .*docs\/AUDIT\.md/,
  );
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  expect(await exportMissing(records.pool, records.signer, await ExportFile.open(path))).toBe(1);
  expect(await sign()).toBe(1);
  await writeFile(path, `${text}\n`);
  expect([await sign(), (await ExportFile.open(path)).lines.length]).toEqual([0, 2]);
});

test('a signer that runs notices that its file is lost, and goes on once it is back', async () => {
  const text = await signedAnHourAgo();
  await writeFile(path, `${text}\n`);
  const file = await ExportFile.open(path);
  const signInto = () => signHeads(records.pool, records.signer, file);
  expect(await signInto()).toBe(0);
  await rm(path);
  await expect(signInto()).rejects.toThrow('is missing or empty');
  await write('payout:1', 2);
  await expect(signInto()).rejects.toThrow('is missing or empty');
  await writeFile(path, `${text}\n`);
  expect(await signInto()).toBe(1);
  expect((await ExportFile.open(path)).lines).toHaveLength(2);
});

test('a file that was shortened gets back what the database holds, and the signer says so', async () => {
  const text = await signedAnHourAgo();
  const again = { number: 2, at: new Date(Date.now() - 600_000).toISOString(), previous: '', position: 1 };
  await records.pool.query('INSERT INTO audit_checkpoint (number, signed) VALUES (2, $1)', [
    await signed({ ...again, heads: [] }, records.signer),
  ]);
  await writeFile(path, `${text}\n`);
  const told: string[] = [];
  await signHeads(records.pool, records.signer, await ExportFile.open(path), (said) => told.push(said));
  expect(told).toEqual([expect.stringMatching(/heads lacked 1 of the checkpoints .*they were added/)]);
  expect((await ExportFile.open(path)).lines).toHaveLength(2);
});

test('where the file cannot be made, nothing is signed, so that the file is not taken for a lost one later', async () => {
  await write('payout:1', 1);
  await writeFile(path, '');
  const file = await ExportFile.open(join(`${path}-none`, 'heads'));
  await writeFile(`${path}-none`, '');
  await expect(signHeads(records.pool, records.signer, file)).rejects.toThrow();
  const { rows } = await records.pool.query('SELECT number FROM audit_checkpoint');
  expect(rows).toEqual([]);
});

test('verify says how many checkpoints of the database an exported file lacks', async () => {
  await write('payout:1', 1);
  await sign();
  const { lines } = await ExportFile.open(path);
  await write('payout:1', 2);
  await sign();
  expect(await verify({ ...records, keys: records.publicKeys, exported: lines })).toMatchObject({
    ...{ checkpoints: 2, unexported: 1, problems: [] },
  });
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
  await keepSigning(signOnce, (error) => outcomes.push(String(error)), ended, 1);
  expect(outcomes.slice(0, 2)).toEqual(['signed', 'Error: the database is away']);
  expect(outcomes.filter((what) => what === 'signed').length).toBeGreaterThanOrEqual(4);
});
