import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchFile } from '../../../src/domain/batch/input';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import type { Steered, Steering } from './steering';

/** A person who may steer batches, and has not made them. */
export const operator = { role: 'operator', actor: 'checker-1' };

export const startBatch = (environment: Steering, file: BatchFile): Promise<Steered> =>
  environment.start(workflowTypes.batch, caseId('batch', file.reference), file);

/** Approves the batch as it stands once it is frozen. */
export async function approveBatch(batch: Steered, more: object = {}) {
  const { facts } = await batch.until(
    ({ facts, stage }) => stage === 'APPROVAL' && facts.digest !== undefined,
    1,
  );
  return batch.tell('approve', { ...operator, expectedDigest: facts.digest, ...more });
}

const SOON_MS = 60_000;

/** The case once it looks like this, which takes no time but that of the machine. */
export async function soon(
  batch: Steered,
  reached: (snapshot: CaseSnapshot) => boolean,
): Promise<CaseSnapshot> {
  const untilMs = Date.now() + SOON_MS;
  for (;;) {
    const snapshot = await batch.snapshot();
    if (reached(snapshot)) return snapshot;
    await sleep(20);
    if (Date.now() > untilMs) throw new Error(`this never came: ${JSON.stringify(snapshot)}`);
  }
}

/** How many times money was committed under a reference. */
export const committedIn = (environment: Steering, reference: string): number =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;
