import { randomUUID } from 'node:crypto';
import { WorkflowClient } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../../../src/domain/wire/task-queues';
import { workflowTypes } from '../../../src/domain/wire/workflow-types';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

test('a loan that is withdrawn before its input is parsed starts no stage', async () => {
  const { connection, namespace = 'default' } = environment.parts().env;
  const loan = loanFile();
  const withdrawal = { requestId: randomUUID(), actor: 'officer-1', role: 'officer', reason: 'DUPLICATE' };
  const handle = await new WorkflowClient({ connection, namespace }).signalWithStart(workflowTypes.loan, {
    workflowId: `loan:${loan.reference}`,
    taskQueue: WORKFLOW_QUEUE,
    args: [loan],
    signal: 'withdraw',
    signalArgs: [withdrawal],
  });
  expect(await handle.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'DUPLICATE' });
  const { events = [] } = await handle.fetchHistory();
  expect(events?.filter((event) => event.timerStartedEventAttributes)).toEqual([]);
  expect(events?.filter((event) => event.startChildWorkflowExecutionInitiatedEventAttributes)).toEqual([]);
});
