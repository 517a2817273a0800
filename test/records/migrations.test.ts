import { readdirSync } from 'node:fs';
import { connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import { newDatabase } from '../support/records/database';

test('programs that start at the same time apply each migration once', async () => {
  const roles = await newDatabase();
  const applied = await Promise.all([migrate(roles), migrate(roles), migrate(roles)]);
  expect(applied.flat()).toEqual([...new Set(applied.flat())]);
  expect(applied.flat()).toContain('0001-audit.sql');
  expect(await migrate(roles)).toEqual([]);
});

test('each migration has a number of its own', () => {
  const numbers = readdirSync('migrations').map((file) => file.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('a migration that was changed after it was applied stops the start with its name', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  await owner.query("UPDATE schema_migration SET digest = 'another' WHERE version = 1");
  await owner.end();
  await expect(migrate(roles)).rejects.toThrow(
    '0001-audit.sql was applied to the database with another content',
  );
});

test('migrations of a newer program are left alone', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  await owner.query(
    "INSERT INTO schema_migration (version, name, digest) VALUES (9000, '9000-later.sql', 'x')",
  );
  await owner.end();
  expect(await migrate(roles)).toEqual([]);
});

test('a program whose role may not change the tables says which migrations are missing, and what to do', async () => {
  const { url } = await newDatabase();
  await expect(migrate({ url })).rejects.toThrow(
    /^the database lacks 0001-audit\.sql, .*: run audit migrate with DATABASE_MIGRATION_URL first$/,
  );
});
