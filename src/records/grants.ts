import { escapeIdentifier, type PoolClient } from 'pg';

/** What each program does to the tables. No role changes or removes what was sent or what the audit has. */
const PARTS = {
  records_worker: [
    'SELECT, INSERT ON audit_entry, audit_detail, money_effect',
    'SELECT, INSERT, UPDATE ON bank_keeper',
    'USAGE ON SEQUENCE audit_position',
  ],
  records_desk: [
    'SELECT ON audit_entry, audit_detail, audit_checkpoint, money_effect, bank_keeper',
    'SELECT, INSERT, UPDATE, DELETE ON desk_session, desk_login, desk_command, desk_enquiry, desk_upload, case_summary, loan_day',
    'SELECT, UPDATE ON case_watch',
    'USAGE ON SEQUENCE case_revision',
  ],
  records_signer: ['SELECT ON audit_entry', 'SELECT, INSERT ON audit_checkpoint'],
  records_auditor: ['SELECT ON audit_entry, audit_detail, audit_checkpoint, money_effect, bank_keeper'],
} as const;

const EVERYBODY = 'SELECT ON schema_migration';

/**
 * Lets each of these roles do its part, as far as the database has it. A program's role of another name may do all of
 * them: then one program that was taken over can write what the others do.
 */
export async function grantTo(client: PoolClient, program: string): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1)',
    [Object.keys(PARTS)],
  );
  const parts = Object.entries(PARTS).filter(([role]) => rows.some(({ rolname }) => rolname === role));
  const whole = program in PARTS ? [] : [[program, Object.values(PARTS).flat()] as const];
  for (const [role, rights] of [...parts, ...whole])
    for (const right of [EVERYBODY, ...rights])
      await client.query(`GRANT ${right} TO ${escapeIdentifier(role)}`);
}
