import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { addSearchAttributes, missingSearchAttributes } from '../../../src/temporal/search-attributes';

const VISIBLE_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 250;

/** Registers the search attributes that a namespace lacks, and waits until it has them all. */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  await addSearchAttributes(connection, namespace, missing);
  const deadline = performance.now() + VISIBLE_WITHIN_MS;
  while ((await missingSearchAttributes(connection, namespace)).length > 0) {
    if (performance.now() > deadline) throw new Error(`Temporal does not show the new search attributes`);
    await sleep(LOOK_AGAIN_MS);
  }
}
