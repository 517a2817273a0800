import type { Steered, Steering } from '../workflows/steering';
import { writeRecorded } from './history-file';

/** A way through one or more workflows: walks it and says which runs to keep, by the names of their files. */
export type Path = (environment: Steering) => Promise<Record<string, Steered>>;

/**
 * Walks paths anew, with `npm run record-histories`. A history that took the same course is left as it is, so that a
 * diff shows what has changed.
 */
export function records(environment: Steering, ...paths: readonly Path[]): void {
  test.each(paths)('path %#', async (walk) => {
    for (const [name, { handle }] of Object.entries(await walk(environment)))
      writeRecorded(name, handle.workflowId, await handle.fetchHistory());
  });
}
