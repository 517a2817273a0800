import type { Client } from '@temporalio/client';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { valuesOf } from '../../src/cases/erasure';
import type { Places } from './encodings';

const TABLES = ['audit_entry', 'audit_detail', 'money_effect'];

/** Everything that a holder of all keys can read: decrypted histories, the index, the records, the documents. */
export async function readWithKeys(client: Client, owner: Pool, documents: string): Promise<Places> {
  const index: Buffer[] = [];
  const histories: Buffer[] = [];
  for await (const run of client.workflow.list()) {
    index.push(asBytes([run.workflowId, run.typedSearchAttributes.getAll(), run.memo]));
    histories.push(asBytes(await valuesOf(client, run)));
  }
  const rows = await Promise.all(
    TABLES.map(async (table) => asBytes((await owner.query(`SELECT * FROM ${table}`)).rows)),
  );
  const files = readdirSync(documents, { recursive: true, encoding: 'utf8' })
    .map((file) => join(documents, file))
    .filter((file) => statSync(file).isFile());
  return {
    'index of Temporal': index,
    'histories, decrypted': histories,
    'tables of the records': rows,
    documents: files.map((file) => readFileSync(file)),
  };
}

const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
