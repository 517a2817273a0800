import type { PoolClient } from 'pg';
import { migrate } from '../../src/records/migrations';
import { entry, testRecords, type TestRecords } from '../support/records/database';
import { openRecords } from '../../src/records/records';

const ROLES = ['records_worker', 'records_desk', 'records_signer', 'records_auditor'] as const;

let records: TestRecords;
beforeAll(async () => {
  records = await testRecords();
  for (const role of ROLES)
    await records.superuser.query(
      `DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    );
  await migrate(records.roles);
  const opened = openRecords(records.roles, records.keys);
  await opened.append({ caseId: 'payout:PO-1', entries: [entry(1)] });
  await opened.close();
});
afterAll(() => records.close());

/** Does something as a role, and takes it back. */
async function as<R>(role: (typeof ROLES)[number], act: (client: PoolClient) => Promise<R>): Promise<R> {
  const client = await records.superuser.connect();
  try {
    await client.query(`BEGIN; SET LOCAL ROLE ${role}`);
    return await act(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const mayNot = (role: (typeof ROLES)[number], statement: string) =>
  expect(as(role, (client) => client.query(statement))).rejects.toThrow('permission denied');

const INSERTS = {
  audit_entry: 'INSERT INTO audit_entry SELECT * FROM audit_entry',
  money_effect: 'INSERT INTO money_effect SELECT * FROM money_effect',
  audit_checkpoint: `INSERT INTO audit_checkpoint VALUES (1, 'x')`,
  desk_session: 'INSERT INTO desk_session SELECT * FROM desk_session',
  bank_keeper: 'INSERT INTO bank_keeper SELECT * FROM bank_keeper',
};

test.each([
  ['records_worker', ['audit_checkpoint', 'desk_session']],
  ['records_desk', ['audit_entry', 'money_effect', 'audit_checkpoint', 'bank_keeper']],
  ['records_signer', ['audit_entry', 'money_effect', 'desk_session', 'bank_keeper']],
  ['records_auditor', ['audit_entry', 'money_effect', 'audit_checkpoint', 'desk_session', 'bank_keeper']],
] as const)('%s writes nothing of what other programs write: %j', async (role, tables) => {
  for (const table of tables) await mayNot(role, INSERTS[table]);
});

test.each(ROLES)('%s changes and removes nothing that was sent or that the audit has', async (role) => {
  for (const table of ['audit_entry', 'audit_detail', 'audit_checkpoint', 'money_effect']) {
    await mayNot(role, `DELETE FROM ${table}`);
    await mayNot(role, `UPDATE ${table} SET ${table === 'audit_checkpoint' ? 'number' : 'sequence'} = 7`);
  }
});

test('the auditor reads what was done, and no session of the desk', async () => {
  const { rows } = await as('records_auditor', (client) => client.query('SELECT what FROM audit_entry'));
  expect(rows).toEqual([{ what: 'approve' }]);
  await mayNot('records_auditor', 'SELECT * FROM desk_session');
});

test('the desk and the worker do their own part', async () => {
  await as('records_desk', (client) => client.query(INSERTS.desk_session));
  await as('records_worker', (client) => client.query(INSERTS.money_effect));
  await as('records_worker', (client) => client.query(`SELECT nextval('audit_position')`));
});
