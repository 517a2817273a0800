import { readFileSync } from 'node:fs';
import type { WorkflowHandle } from '@temporalio/client';
import { batchCommands } from '../../../src/domain/batch/commands';
import type { CommandTable } from '../../../src/domain/case/commands';
import { enrolmentCommands } from '../../../src/domain/enrolment/commands';
import { loanCommands } from '../../../src/domain/loan/commands';
import { payoutCommands, reopenedPayoutCommands } from '../../../src/domain/payout/commands';
import { limitsCommands } from '../../../src/domain/transfer-limits/commands';
import { reconciliationCommands } from '../../../src/domain/reconciliation/stages';
import { repaymentCommands } from '../../../src/domain/repayment/commands';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { workflowTypes, type WorkflowType } from '../../../src/domain/wire/workflow-types';
import { canonical, hash } from '../../../src/authority/digest';
import type { TestEnvironment } from '../cli/environment';
import { person, receipts, signed } from './forgeries';

const example = (name: string) => JSON.parse(readFileSync(`examples/${name}.json`, 'utf8')) as Example;

interface Example {
  readonly reference?: string;
  readonly customer?: { readonly reference: string };
}

/** A kind of case that people start: its workflow, its id, and the input of a new one. */
export interface StartedKind {
  readonly type: WorkflowType;
  readonly idOf: (input: Example) => string;
  readonly input: (number: number) => Example;
}

const referenced = (name: string, kind: string, type: WorkflowType): StartedKind => {
  const { createdBy: _maker, ...input } = example(name) as Example & { createdBy?: string };
  return {
    type,
    idOf: ({ reference }) => `${kind}:${reference}`,
    input: (number) => ({ ...input, reference: `SIGNED-${kind}-${number}` }),
  };
};

export const startedKinds: Readonly<Record<string, StartedKind>> = {
  payout: referenced('payout', 'payout', workflowTypes.payout),
  flush: referenced('flush', 'flush', workflowTypes.flush),
  batch: {
    ...referenced('batch', 'batch', workflowTypes.batch),
    input: (number) => {
      const {
        payouts,
        createdBy: _maker,
        ...batch
      } = example('batch') as Example & { payouts: object[]; createdBy?: string };
      const rows = payouts.map((row, index) => ({ ...row, reference: `SIGNED-row-${number}-${index}` }));
      return { ...batch, reference: `SIGNED-batch-${number}`, payouts: rows };
    },
  },
  limits: referenced('transfer-limits', 'limits', workflowTypes.limits),
  loan: {
    ...referenced('loan-application', 'loan', workflowTypes.loan),
    input: (number) => ({ ...example('loan-application'), reference: `SIGNED-loan-${number}` }),
  },
  enrolment: {
    type: workflowTypes.enrolment,
    idOf: ({ customer }) => `enrolment:${customer?.reference}`,
    input(number) {
      const input = example('enrolment');
      return { ...input, customer: { ...input.customer, reference: `SIGNED-customer-${number}` } };
    },
  },
};

const begin = (env: TestEnvironment, type: WorkflowType, workflowId: string, args: unknown[]) =>
  env.client.workflow.start(type, {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });

export const startKind = (env: TestEnvironment, kind: string, input: object): Promise<WorkflowHandle> => {
  const { type, idOf } = startedKinds[kind] as StartedKind;
  return begin(env, type, idOf(input), [input]);
};

async function startSigned(env: TestEnvironment, kind: string, number: number): Promise<WorkflowHandle> {
  const { type, idOf, input } = startedKinds[kind] as StartedKind;
  const wf = idOf(input(number));
  const role = kind === 'loan' || kind === 'enrolment' ? 'officer' : 'operator';
  return begin(env, type, wf, [await signed({ wf, act: 'start', role, fields: input(number) })]);
}

/** As a worker begins them: under the proof of the case that they go on from. */
const vouchedFor = (wf: string, input: object) => {
  const { receipt, act } = receipts.give('', {
    wf,
    at: new Date().toISOString(),
    digest: hash(canonical(input)),
  });
  return [{ ...input, under: { act, receipt } }];
};

export const repayment = {
  loanReference: 'LN-1',
  loanId: 'unknown',
  customerId: 'unknown',
  policy: { mode: 'observe', graceDays: 1 },
  clock: { rate: 1 },
};
export const reopened = {
  ended: {
    reference: 'SIGNED-reopened',
    status: 'SUCCESS',
    amountKobo: 1,
    sourceAccountNumber: '9000000001',
    beneficiary: { bankCode: '901', bankName: 'Bank', accountNumber: '0123456789' },
  },
  clock: { rate: 1 },
};

/** A case of every kind, begun with acts, and the table of its commands. */
export const signedCases: Readonly<
  Record<string, { commands: CommandTable; start: (env: TestEnvironment) => Promise<WorkflowHandle> }>
> = {
  payout: { commands: payoutCommands, start: (env) => startSigned(env, 'payout', 1) },
  flush: { commands: payoutCommands, start: (env) => startSigned(env, 'flush', 1) },
  batch: { commands: batchCommands, start: (env) => startSigned(env, 'batch', 1) },
  limits: { commands: limitsCommands, start: (env) => startSigned(env, 'limits', 1) },
  loan: { commands: loanCommands, start: (env) => startSigned(env, 'loan', 1) },
  enrolment: { commands: enrolmentCommands, start: (env) => startSigned(env, 'enrolment', 1) },
  repayment: {
    commands: repaymentCommands,
    start: (env) =>
      begin(env, workflowTypes.repayment, 'repayment:unknown', vouchedFor('repayment:unknown', repayment)),
  },
  reconciliation: {
    commands: reconciliationCommands,
    start: (env) =>
      begin(env, workflowTypes.reconciliation, 'reconciliation:signed', [{ account: '9000000001' }]),
  },
  reopened: {
    commands: reopenedPayoutCommands,
    start: (env) =>
      begin(
        env,
        workflowTypes.reopenedPayout,
        'payout:SIGNED-reopened',
        vouchedFor('payout:SIGNED-reopened', reopened),
      ),
  },
  adopted: { commands: payoutCommands, start: adopted },
};

async function adopted(env: TestEnvironment): Promise<WorkflowHandle> {
  const first = await startSigned(env, 'payout', 2);
  const { runId } = await first.describe();
  await first.terminate();
  const deed = { wf: first.workflowId, act: 'adopt', role: 'operator' } as const;
  const fields = { runId, reason: 'MISTAKE' };
  return begin(env, workflowTypes.adoptedPayout, first.workflowId, [
    await signed({ ...deed, fields }, {}, person.key),
  ]);
}
