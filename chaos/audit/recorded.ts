import type { Pool } from 'pg';
import { entriesOf } from '../../src/records/audit/read';
import type { SteeredCase } from './accepted';

/** What the audit has of the cases. */
export interface Recorded {
  readonly entries: number;
  /** Starts, acknowledged commands, sends and ends that it lacks, and commands without their act. */
  readonly lost: number;
  /** Refused messages that it counts. */
  readonly refused: number;
}

/** Looks in the audit for everything that the cases have acknowledged. */
export async function lookUp(pool: Pool, cases: readonly SteeredCase[]): Promise<Recorded> {
  let [entries, lost, refused] = [0, 0, 0];
  for (const { workflowId, accepted, end } of cases) {
    const written = await entriesOf(pool, workflowId);
    const commands = written.filter(({ kind, act }) => kind === 'command' && act !== null);
    const has = (kind: string, what?: string) =>
      written.some((entry) => entry.kind === kind && (what === undefined || entry.what === what));
    const expected = [
      ...accepted.map((requestId) => commands.some(({ request_id }) => request_id === requestId)),
      has('start'),
      has('stage', 'SUBMITTING'),
      has('result', end),
    ];
    entries += written.length;
    lost += expected.filter((isThere) => !isThere).length;
    refused += Number(written.findLast(({ kind }) => kind === 'refusals')?.what ?? 0);
  }
  return { entries, lost, refused };
}
