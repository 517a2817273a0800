import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { connectRecords } from '../../src/records/connection';
import type { TestEnvironment } from '../test-environment';

const LOOK_EVERY_MS = 50;
/** A busy machine answers late. */
const PATIENCE_MS = 60_000;

/** The process that calls the bank, as the database of an environment says, once there is one. */
export async function keeperOf({ records }: Pick<TestEnvironment, 'records'>): Promise<number> {
  if (!records) throw new Error('these workers keep no records');
  const pool = connectRecords(records.superuserUrl, PATIENCE_MS, PATIENCE_MS);
  try {
    let pid = await seenIn(pool);
    while (pid === undefined) {
      await sleep(LOOK_EVERY_MS);
      pid = await seenIn(pool);
    }
    return pid;
  } finally {
    await pool.end();
  }
}

async function seenIn(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ worker: string }>(
    'SELECT worker FROM bank_keeper WHERE holder IS NOT NULL',
  );
  return rows[0] && Number(rows[0].worker.split('@')[0]);
}
