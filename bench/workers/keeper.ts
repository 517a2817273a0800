import { setTimeout as sleep } from 'node:timers/promises';
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
    for (;;) {
      const { rows } = await pool.query<{ worker: string }>(
        'SELECT worker FROM bank_keeper WHERE holder IS NOT NULL',
      );
      const pid = Number(rows[0]?.worker.split('@')[0] ?? NaN);
      if (pid > 0) return pid;
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await pool.end();
  }
}
