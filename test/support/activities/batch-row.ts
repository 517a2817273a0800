import { contentDigest, canonical, hash } from '../../../src/authority/digest';
import type { SigningKey } from '../../../src/authority/person-key';
import { createHashes } from '../../../src/activities/hashes';
import {
  batchContent,
  type ApprovedBatch,
  type ApprovedRow,
  type PayableRow,
} from '../../../src/domain/batch/approved-rows';
import type { Authorisation } from '../../../src/domain/case/send-authorisation';
import { receipts } from '../authority/forgeries';
import { first, HOLDER, maker, PAYOUT, proven, second } from './gate';

const BATCH = 'BT-1';
const BATCH_CASE = `batch:${BATCH}`;

const rowOf = (reference: string, row: number): PayableRow => {
  const { amountKobo, beneficiary, remark } = PAYOUT;
  return { ...beneficiary, reference, amountKobo, remark, row, nameOnAccount: HOLDER };
};

/** An approval of a batch, by a worker's receipt. */
export const batchApproval = (key: SigningKey, expectedDigest: string, agoMs = 0) =>
  proven('approve', { expectedDigest }, { key, role: 'approver', wf: BATCH_CASE, agoMs });

/** A payout that is the third row of a batch which two people have approved, and what of it may be varied. */
export async function approvedRow({
  rows = 5,
  head: otherHead = {},
  agoMs = 0,
  clock = {},
  reference = PAYOUT.reference,
}: Varied = {}) {
  const row = 3;
  const all = Array.from({ length: rows }, (_, index) =>
    rowOf(index === row - 1 ? reference : `${reference}-row-${index + 1}`, index + 1),
  );
  const trees = createHashes();
  const { root, branches } = await trees.treeOfRows({ rows: all });
  const head: ApprovedBatch = {
    batch: BATCH,
    sourceAccountNumber: PAYOUT.source.accountNumber,
    rows,
    totalKobo: rows * PAYOUT.amountKobo,
    makers: ['maker-1'],
    root,
    ...otherHead,
  };
  const [, , place] = await trees.pathsOfChunk({ rows: all.slice(0, 256), count: rows, chunk: 1, branches });
  const digest = contentDigest(batchContent(head));
  const approvals = [
    await batchApproval(first.key, digest, agoMs),
    await batchApproval(second.key, digest, agoMs),
  ];
  const ofBatch: ApprovedRow = { head, approvals, row, ...place! };
  const input = { ...PAYOUT, reference, createdBy: maker.key.subject, ...clock };
  const { act } = await proven('start', { reference: BATCH }, { wf: BATCH_CASE });
  const child = receipts.give(act, {
    wf: `payout:${reference}`,
    at: new Date().toISOString(),
    digest: hash(canonical(input)),
  });
  const authorisation: Authorisation = { start: { ...child, fields: input }, ofBatch };
  return { authorisation, ofBatch, digest };
}

interface Varied {
  readonly rows?: number;
  readonly head?: Partial<ApprovedBatch>;
  readonly agoMs?: number;
  readonly clock?: object;
  readonly reference?: string;
}
