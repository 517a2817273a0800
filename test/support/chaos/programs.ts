import type { Finding } from '../../../chaos/programs/finding';
import type { Program } from '../../../chaos/programs/program';
import { runConfirmed, type Outcome } from '../../../chaos/programs/run';
import { openRecords } from '../../../src/records/records';
import { newAuditKeys, newDatabase } from '../records/database';
import { workflowBundle } from '../workflow-bundle';

/** Runs rows of programs side by side, with their records in a database of the tests. */
export async function outcomesOf(...rows: readonly (readonly Program[])[]): Promise<Outcome[]> {
  const records = openRecords(await newDatabase(), newAuditKeys());
  try {
    await records.prepare();
    const ground = { bundle: workflowBundle(), records };
    return (await Promise.all(rows.map((programs) => runConfirmed(ground, programs)))).flat();
  } finally {
    await records.close();
  }
}

/** What is wrong when a program has ended. */
export async function findingsOf(program: Program): Promise<readonly Finding[]> {
  const [{ findings, hasLostTask }] = (await outcomesOf([program])) as [Outcome];
  if (hasLostTask) throw new Error('It was not judged: the test server lost a task.');
  return findings;
}
