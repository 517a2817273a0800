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

/** A busy machine loses a task now and then; a program that says nothing so often in a row never will. */
const ATTEMPTS = 4;

/** What is wrong when a program has ended; one that the test server spoilt runs again. */
export async function findingsOf(program: Program): Promise<readonly Finding[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [{ findings, isUnjudged }] = (await outcomesOf([program])) as [Outcome];
    if (!isUnjudged) return findings;
  }
  throw new Error('It was not judged: the test server lost a task, or its time ran away.');
}
