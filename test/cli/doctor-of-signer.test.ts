import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditKeys } from '../../src/records/audit-key-files';
import { connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import { type } from '../support/cli/terminal';
import { newDatabase } from '../support/records/database';

const folder = mkdtempSync(join(tmpdir(), 'doctor-of-signer-'));
const before = process.env;
beforeAll(async () => {
  const { signerKeyFile } = await createAuditKeys(folder);
  process.env = {
    ...before,
    AUDIT_SIGNER_KEY_FILE: signerKeyFile,
    AUDIT_EXPORT_FILE: join(folder, 'heads.txt'),
  };
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

async function examine(url: string) {
  process.env.DATABASE_URL = url;
  const { code, out } = await type('doctor --for audit-signer --json');
  const findings = JSON.parse(out) as { readonly verdict: string }[];
  return { code, wrong: findings.filter(({ verdict }) => verdict === 'wrong') };
}

test('the migrations that the database lacks are named', async () => {
  expect(await examine((await newDatabase()).url)).toMatchObject({
    code: 1,
    wrong: [
      {
        what: 'Records',
        found: expect.stringMatching(/not applied: 0001-/),
        todo: expect.stringContaining('audit migrate'),
      },
    ],
  });
});

test('the signer of the audit is healthy by a role that knows of no worker', async () => {
  const roles = await newDatabase();
  await migrate(roles);
  const owner = connectRecords(roles.ownerUrl);
  await owner.query(`REVOKE ALL ON bank_keeper FROM "${new URL(roles.url).username}"`);
  await owner.end();
  expect(await examine(roles.url)).toEqual({ code: 0, wrong: [] });
});
