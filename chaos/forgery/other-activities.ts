import type { ProvenPayout } from '../../test/support/activities/gate';
import { borrower } from '../../test/support/activities/gate';
import { approvedRow } from '../../test/support/activities/batch-row';
import {
  ACCOUNT,
  accountOrder,
  LOAN_CASE,
  startedWith,
  together,
} from '../../test/support/activities/disbursement';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { batchChunkId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import {
  FAR_INSTALMENT,
  FOREIGN_QUEUE,
  scheduleForeign,
  sendForeign,
  succeeded,
  type Attempt,
} from './sending';
import { foreignSuccessor } from './foreign-workflow';

const rowOf = ({ payout }: ProvenPayout) => approvedRow({ reference: payout.reference });

/** A payout as a row of a batch that people have approved, with one thing about the row changed. */
const asRow =
  (change: (row: Awaited<ReturnType<typeof approvedRow>>['ofBatch']) => object): Attempt =>
  async (client, payout) => {
    const { authorisation, ofBatch } = await rowOf(payout);
    return sendForeign(client, payout.wf, [
      payout.order,
      { ...authorisation, ofBatch: { ...ofBatch, ...change(ofBatch) } },
    ]);
  };

/** A chunk of a batch as its batch would start it, but for the batch. */
const madeUpChunk: Attempt = async (client, { payout }) => {
  const { reference, amountKobo, beneficiary, remark } = payout;
  const batch = `evil-${reference}`;
  const row = {
    ...beneficiary,
    reference,
    amountKobo,
    remark,
    row: 1,
    nameOnAccount: beneficiary.accountName,
  };
  const input = {
    ...{ batch, chunk: 1, createdBy: 'maker-1', sourceAccountNumber: payout.source.accountNumber },
    ...{ clock: { rate: 1 }, control: { slots: 1, paused: false, cancelled: false }, rows: [row] },
    approved: (await approvedRow({ reference })).ofBatch,
  };
  const workflowId = batchChunkId(batch, 1);
  const options = { workflowId, taskQueue: WORKFLOW_QUEUE, args: [input] };
  return succeeded(client.workflow.execute(workflowTypes.batchChunk, options));
};

const ofBatch: [string, Attempt][] = [
  ['a foreign workflow with a row that is not in the root', asRow(() => ({ row: 4 }))],
  ['a foreign workflow with a path that is made up', asRow(({ path }) => ({ path: [...path].reverse() }))],
  ['a foreign workflow with a row at another place', asRow(() => ({ index: 0 }))],
  [
    'a foreign workflow with a row of a batch whose total is made up',
    asRow(({ head }) => ({ head: { ...head, totalKobo: 1 } })),
  ],
  [
    'a foreign workflow with a row of a batch whose makers are left out',
    asRow(({ head }) => ({ head: { ...head, makers: ['nn'] } })),
  ],
  [
    'a foreign workflow with a row of a batch that one of two has approved',
    asRow(({ approvals }) => ({ approvals: approvals.slice(1) })),
  ],
  ['a chunk of a batch that is made up', madeUpChunk],
];

const VOUCHED = 'a foreign workflow that has a worker vouch for its own input';

/** Everything else that moves or redirects money, without the acts that it takes. */
export const byOtherActivities: readonly [string, Attempt][] = [
  ...ofBatch,
  [
    VOUCHED,
    async (client, { wf, payout, order }) =>
      (await client.workflow.execute(foreignSuccessor, {
        workflowId: wf,
        taskQueue: FOREIGN_QUEUE,
        args: [wf, { ...payout, createdBy: 'maker-1' }, order],
      })) === 'sent',
  ],
  [
    'a foreign workflow that has a loan paid into an account that its borrower alone has named',
    async (client, { payout }) => {
      const account = await together('setDisbursementAccount', ACCOUNT, {
        by: { key: borrower.key, role: 'borrower' },
        others: [],
      });
      const proof = { ...(await startedWith()), account };
      const body = { ...accountOrder, applicationId: payout.reference };
      // The id of the loan's own case: another program can use it while the loan does not run.
      return scheduleForeign(client, LOAN_CASE, 'setDisbursementAccount', [body, proof]).catch(() => false);
    },
  ],
  [
    'a foreign workflow that flushes an account',
    (client, { payout: { reference, source }, order: { beneficiary } }) =>
      scheduleForeign(client, `flush:${reference}`, 'flushAccount', [
        { account_number: source.accountNumber, reference, beneficiary },
      ]),
  ],
  [
    'a foreign workflow that charges a borrower',
    (client, { payout: { reference } }, { lend }) => {
      lend(reference);
      const charge = { loanId: reference, amountKobo: 1_000, known: [FAR_INSTALMENT] };
      return scheduleForeign(client, `repayment:${reference}`, 'chargeInstalment', [
        { ...charge, reference: `${reference}-d20260131-a1` },
      ]);
    },
  ],
  [
    'a foreign workflow that raises the limits of an account',
    (client, { payout: { reference, source } }) =>
      scheduleForeign(client, `limits:${reference}`, 'updateTransferLimits', [
        { account_number: source.accountNumber, single_limit: 10 ** 12, daily_limit: 10 ** 12 },
      ]),
  ],
];
