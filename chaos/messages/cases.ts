import { setTimeout as sleep } from 'node:timers/promises';
import { sendCommand } from '../../src/cases/commands';
import { readCase } from '../../src/cases/snapshot';
import { adoptPayout, startCase } from '../../src/cases/start';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { REAL_TIME } from '../../src/domain/time/clock';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { batchChunkId, caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes, type WorkflowType } from '../../src/domain/wire/workflow-types';
import { batchInput } from '../../src/domain/batch/input';
import { limitsInput } from '../../src/domain/transfer-limits/input';
import { loanInput } from '../../src/domain/loan/input';
import { flushInput } from '../../src/domain/payout/input';
import type { OperationName } from '../../src/bank/contract';
import { doubtfulPayoutFile, payoutFile, sample, startPayouts } from '../payouts';
import type { TestEnvironment } from '../test-environment';
import { kinds } from '../../src/domain/kinds';

/** A case, or another workflow, that waits for something that does not come while messages are sent to it. */
export interface HeldCase {
  readonly kind: keyof typeof workflowTypes;
  readonly workflowId: string;
  readonly runId: string;
}

/** What the bank does not answer: reads that the cases without a person to wait for are held by. */
const UNANSWERED: OperationName[] = [
  'getPayoutStatus',
  'getRepaymentSchedule',
  'listTransactions',
  'listWebhookEvents',
  'updateTransferLimits',
];
const LOOK_EVERY_MS = 200;
const ACCOUNT = '9000000001';

/** A customer whose verification never ends. */
const NEVER_VERIFIED = '99999904001';

/** One case of every kind, each held. */
export async function holdCases(environment: TestEnvironment): Promise<HeldCase[]> {
  const { client, sandbox } = environment;
  sandbox.state.rules.add({ subject: 'payout', when: {}, then: { ends: 'NEVER' } });
  const loan = await loanAndEnrolment(environment);
  const batch = await payingBatch(environment);
  const payouts = await doubtfulPayouts(environment);
  sandbox.state.faults.plant({ kind: 'error-before', status: 503, probability: 1, operations: UNANSWERED });
  await startCase(
    client,
    kinds.limits,
    limitsInput.parse({ ...sample('transfer-limits'), reference: 'TL-1' }),
  );
  const limits = await held(environment, 'limits', caseId('limits', 'TL-1'));
  return [...loan, ...batch, ...payouts, limits, ...(await startedByOthers(environment))];
}

const MONEY_EVENT = 'event:account.outgoing-transaction:17';

/** The bank answers again, and the payouts of the batch are settled. */
export async function release({ client, sandbox }: TestEnvironment): Promise<void> {
  sandbox.state.faults.remove();
  for (const { reference } of batchRows()) sandbox.state.payouts.change(reference, { status: 'SUCCESS' });
  // A money event runs on the real clock: after a long outage it asks again within the hour. Here it asks now.
  await client.workflowService.resetActivity({
    namespace: client.options.namespace,
    execution: { workflowId: MONEY_EVENT },
    type: 'listTransactions',
  });
}

const batchRows = (): readonly { readonly reference: string }[] => sample('batch').payouts.slice(0, 2);

async function loanAndEnrolment(environment: TestEnvironment): Promise<HeldCase[]> {
  const example = sample('loan-application');
  const customer = { ...example.customer, reference: 'CU-1', bvn: NEVER_VERIFIED };
  await startCase(
    environment.client,
    kinds.loan,
    loanInput.parse({ ...example, reference: 'LN-1', customer }),
  );
  await until(environment, caseId('enrolment', 'CU-1'), ({ stage }) => stage === 'KYC');
  return [
    await held(environment, 'loan', caseId('loan', 'LN-1')),
    await held(environment, 'enrolment', caseId('enrolment', 'CU-1')),
  ];
}

async function payingBatch(environment: TestEnvironment): Promise<HeldCase[]> {
  const { client } = environment;
  const example = sample('batch');
  await startCase(
    client,
    kinds.batch,
    batchInput.parse({ ...example, payouts: batchRows(), reference: 'BT-1' }),
  );
  const workflowId = caseId('batch', 'BT-1');
  const { facts } = await until(environment, workflowId, (snapshot) => snapshot.facts.digest !== undefined);
  const approval = { actor: 'checker-1', role: 'operator', expectedDigest: facts.digest };
  await sendCommand(client, workflowId, 'approve', approval);
  await until(environment, workflowId, ({ stage }) => stage === 'PAYING');
  const chunkId = batchChunkId('BT-1', 1);
  while (!(await describe(environment, chunkId))) await sleep(LOOK_EVERY_MS);
  return [await held(environment, 'batch', workflowId), await held(environment, 'batchChunk', chunkId)];
}

/** A payout, a flush, and a payout whose first run was ended by force: of each the name is to be confirmed. */
async function doubtfulPayouts(environment: TestEnvironment): Promise<HeldCase[]> {
  const { client } = environment;
  const [payout, lost] = await startPayouts(client, [
    doubtfulPayoutFile('held', 1),
    doubtfulPayoutFile('lost', 2),
  ]);
  const example = sample('flush');
  const beneficiary = { ...example.beneficiary, accountName: 'Another Holder' };
  await startCase(client, kinds.flush, flushInput.parse({ ...example, beneficiary, reference: 'FL-1' }));
  const ids = [caseId('payout', payout!), caseId('payout', lost!), caseId('flush', 'FL-1')] as const;
  for (const id of ids) await until(environment, id, ({ commands }) => commands.includes('confirmName'));
  await client.workflow.getHandle(ids[1]).terminate('ended by force');
  await adoptPayout(client, 'payout', lost!, { actor: 'operator-1', role: 'operator', reason: 'INCIDENT' });
  await until(environment, ids[1], ({ commands }) => commands.includes('confirmName'));
  return [
    await held(environment, 'payout', ids[0]),
    await held(environment, 'adoptedPayout', ids[1]),
    await held(environment, 'flush', ids[2]),
  ];
}

/** Workflows that no person starts: each reads from the bank first, which does not answer. */
async function startedByOthers(environment: TestEnvironment): Promise<HeldCase[]> {
  const policy = { mode: 'observe', graceDays: 1 };
  const repayment = {
    loanReference: 'LN-2',
    loanId: 'loan-2',
    customerId: 'customer-2',
    policy,
    clock: REAL_TIME,
  };
  const { source, beneficiary, amountKobo, reference } = payoutFile('paid');
  const ended = {
    reference,
    status: 'SUCCESS',
    amountKobo,
    sourceAccountNumber: source.accountNumber,
    beneficiary,
  };
  const event = { event: 'account.outgoing-transaction', uniqueRef: '17', accountNumber: ACCOUNT };
  const starts = [
    ['repayment', 'repayment:loan-2', repayment],
    ['reopenedPayout', caseId('payout', reference), { ended, clock: REAL_TIME }],
    ['reconciliation', caseId('reconciliation', 'RC-1'), { account: ACCOUNT, days: 1 }],
    ['moneyEvent', MONEY_EVENT, event],
    ['missedEvents', 'gap-repair-of-chaos', {}],
  ] as const;
  const all: HeldCase[] = [];
  for (const [kind, workflowId, input] of starts) {
    const type: WorkflowType = workflowTypes[kind];
    await environment.client.workflow.start(type, { workflowId, taskQueue: WORKFLOW_QUEUE, args: [input] });
    all.push(await held(environment, kind, workflowId));
  }
  return all;
}

async function held(
  environment: TestEnvironment,
  kind: HeldCase['kind'],
  workflowId: string,
): Promise<HeldCase> {
  const { runId } = (await describe(environment, workflowId))!;
  return { kind, workflowId, runId };
}

const describe = ({ client }: TestEnvironment, workflowId: string) =>
  client.workflow
    .getHandle(workflowId)
    .describe()
    .catch(() => undefined);

async function until(
  { client }: TestEnvironment,
  workflowId: string,
  reached: (snapshot: CaseSnapshot) => boolean,
): Promise<CaseSnapshot> {
  for (;;) {
    const snapshot = await readCase(client, workflowId).catch(() => undefined);
    if (snapshot && reached(snapshot)) return snapshot;
    await sleep(LOOK_EVERY_MS);
  }
}
