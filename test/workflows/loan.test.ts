import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { CaseFile } from '../../src/domain/case-file';
import { WORKFLOW_QUEUE } from '../../src/domain/task-queues';
import type { LoanFile } from '../../src/input/loan-input';
import type { LoanResult } from '../../src/workflows/results';
import { startLifecycle, type Lifecycle } from './lifecycle';
import { loanFile } from './sample';

let life: Lifecycle;
beforeAll(async () => {
  life = await startLifecycle();
}, 60_000);
afterAll(() => life.stop());

const start = (file: LoanFile) =>
  life.env.client.workflow.start('loanWorkflow', {
    workflowId: `loan:${file.reference}`,
    taskQueue: WORKFLOW_QUEUE,
    args: [file],
  });

const caseOf = (handle: WorkflowHandle) => handle.query<CaseFile>('case');

async function until(handle: WorkflowHandle, reached: (file: CaseFile) => boolean): Promise<CaseFile> {
  for (;;) {
    const file = await caseOf(handle);
    if (reached(file)) return file;
    await life.env.sleep('1 minute');
  }
}

const officer = () => ({ actor: 'officer-1', role: 'officer', requestId: randomUUID() });
const update = (handle: WorkflowHandle, name: string, more: object = {}) =>
  handle.executeUpdate(name, { args: [{ ...officer(), ...more }] });

test('a loan runs from the customer record to its disbursement and then to its last repayment', async () => {
  const handle = await start(loanFile());
  await until(handle, ({ stage }) => stage === 'OFFER');
  await update(handle, 'acceptOffer');
  const result = (await handle.result()) as LoanResult;
  expect(result.stage).toBe('DISBURSED');
  for (const id of [handle.workflowId, 'enrolment:CU-1']) {
    const h = (await life.env.client.workflow.getHandle(id).fetchHistory()).events ?? [];
    const c: any = {};
    for (const e of h) c[String(e.eventType)] = (c[String(e.eventType)] ?? 0) + 1;
    console.log(id, h.length, c, await life.calls());
  }
  const repayment = life.env.client.workflow.getHandle(result.repaymentWorkflowId ?? '');
  expect(await repayment.result()).toMatchObject({ stage: 'CLOSED' });
  {
    const h = (await repayment.fetchHistory()).events ?? [];
    const c: any = {};
    for (const e of h) c[String(e.eventType)] = (c[String(e.eventType)] ?? 0) + 1;
    console.log(h.length, c, await life.calls(), await caseOf(repayment));
  }
}, 120_000);
