import type { BatchFile } from '../../../src/domain/batch/input';
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

/** How many times money was committed under a reference. */
export const committedIn = (environment: Steering, reference: string): number =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;
