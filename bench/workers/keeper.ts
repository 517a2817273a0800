import { setTimeout as sleep } from 'node:timers/promises';
import { connectRecords } from '../../src/records/connection';
import type { TestEnvironment } from '../test-environment';

const LOOK_EVERY_MS = 50;
/** A busy machine answers late. */
const PATIENCE_MS = 60_000;

interface Keeper {
  /** The process that calls the bank. */
  readonly pid: number;
  /** How many have been the keeper so far, with it. */
  readonly number: number;
}

/** Who calls the bank, as the database of an environment says, once there is one. */
export async function keeperOf({ records }: Pick<TestEnvironment, 'records'>): Promise<Keeper> {
  if (!records) throw new Error('these workers keep no records');
  const pool = connectRecords(records.superuserUrl, PATIENCE_MS, PATIENCE_MS);
  const look = async () => {
    const { rows } = await pool.query<{ worker: string; fence: string }>(
      'SELECT worker, fence FROM bank_keeper WHERE holder IS NOT NULL',
    );
    return rows[0] && { pid: Number(rows[0].worker.split('@')[0]), number: Number(rows[0].fence) };
  };
  try {
    let keeper = await look();
    while (!keeper) {
      await sleep(LOOK_EVERY_MS);
      keeper = await look();
    }
    return keeper;
  } finally {
    await pool.end();
  }
}
