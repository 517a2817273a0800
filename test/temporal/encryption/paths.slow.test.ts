import { WorkflowFailedError, type ScheduleHandle } from '@temporalio/client';
import { ApplicationFailure, rootCause } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  QUEUE,
  startPayloadEnvironment,
  type PayloadEnvironment,
} from '../../support/temporal/payload-environment';
import {
  canary,
  everyPathWorkflow,
  failingWorkflow,
  go,
  PATHS,
  scheduledWorkflow,
  seen,
  tell,
  type Path,
} from '../../support/temporal/payload-paths';

const carried = (path: Path) => ({ text: canary(path) });

/** Takes every path: once with workflows that stay in memory, or with a replay from the start at every task. */
async function takeEveryPath({ client }: PayloadEnvironment, workflowId: string) {
  const handle = await client.workflow.start(everyPathWorkflow, {
    ...{ workflowId, taskQueue: QUEUE, args: [carried('start')] },
    memo: { note: canary('memo') },
    staticSummary: canary('summary'),
    staticDetails: canary('details'),
  });
  const reply = await handle.executeUpdate(tell, { args: [carried('update')] });
  const queried = await handle.query(seen, carried('query'));
  await handle.signal(go, carried('signal'));
  const { seen: texts } = await handle.result();
  return { handle, reply, queried, texts };
}

async function failureOf({ client }: PayloadEnvironment, workflowId: string) {
  const failing = client.workflow.execute(failingWorkflow, { workflowId, taskQueue: QUEUE });
  const error = (await failing.catch((reason: unknown) => reason)) as WorkflowFailedError;
  return { message: rootCause(error.cause), details: (error.cause as ApplicationFailure).details };
}

describe('encrypted', () => {
  let environment: PayloadEnvironment;
  beforeAll(async () => {
    environment = await startPayloadEnvironment('on');
  });
  afterAll(() => environment.stop());

  test.each([
    ['in memory', 100],
    ['replayed from their start at every task', 0],
  ])('every path of a payload carries it whole, with workflows that are %s', async (name, cached) => {
    await environment.whileWorking(async () => {
      const { handle, reply, queried, texts } = await takeEveryPath(environment, `paths-${cached}`);
      expect(reply).toEqual(carried('update-reply'));
      expect(queried).toEqual([canary('start'), canary('update'), canary('query'), canary('query-reply')]);
      const told = JSON.stringify(carried('heartbeat'));
      const remote = [canary('activity-result'), told, canary('local-result'), canary('child-result')];
      const signals = [canary('signal'), canary('external-signal')];
      const first = [canary('start'), canary('update'), ...remote, ...signals];
      expect(texts).toEqual([...first, canary('continued')]);
      const firstRun = environment.client.workflow.getHandle(handle.workflowId, handle.firstExecutionRunId);
      const { memo } = await firstRun.describe();
      expect(memo).toMatchObject({ note: canary('memo'), upserted: canary('upserted-memo') });
      expect(await failureOf(environment, `failing-${name}`)).toEqual({
        message: canary('workflow-failure'),
        details: [carried('failure-details')],
      });
    }, cached);
  });

  test("none of those payloads lies readable in the server's database", async () => {
    await sleep(1_000);
    expect(environment.readable(PATHS.map(canary))).toEqual([]);
    expect(environment.readable(['paths-100', 'everyPathWorkflow'])).toHaveLength(2);
  });

  test('a schedule starts its workflows with an input that they can read', async () => {
    const { client } = environment;
    const schedule = await client.schedule.create({
      scheduleId: 'missed-events',
      spec: {},
      action: {
        type: 'startWorkflow',
        ...{ workflowType: scheduledWorkflow, workflowId: 'missed-events', taskQueue: QUEUE },
        args: [carried('start')],
      },
    });
    await environment.whileWorking(async () => {
      for (const count of [1, 2]) {
        const workflowId = await started(schedule, count);
        expect(await client.workflow.getHandle(workflowId).result()).toEqual(carried('start'));
      }
    });
  });

  test('a case that was reset reads what it was sent before', async () => {
    const { client } = environment;
    await environment.whileWorking(async () => {
      const handle = await client.workflow.start(everyPathWorkflow, {
        ...{ workflowId: 'reset', taskQueue: QUEUE, args: [carried('start')] },
      });
      await handle.executeUpdate(tell, { args: [carried('update')] });
      await client.workflowService.resetWorkflowExecution({
        namespace: 'default',
        workflowExecution: { workflowId: 'reset', runId: handle.firstExecutionRunId },
        reason: 'tried',
        workflowTaskFinishEventId: 4 as never,
        requestId: 'reset-1',
      });
      const again = client.workflow.getHandle('reset');
      expect(await again.query(seen, carried('query'))).toContain(canary('update'));
      await again.terminate();
    });
  });

  test('a recorded history is replayed by a worker with the keys, and cannot be read by one without', async () => {
    const { bundle, dataConverter, client } = environment;
    const history = await client.workflow.getHandle('paths-100').fetchHistory();
    await Worker.runReplayHistory({ workflowBundle: bundle, dataConverter }, history, 'paths-100');
    const without = Worker.runReplayHistory({ workflowBundle: bundle }, history, 'paths-100');
    await expect(without).rejects.toThrow();
  });
});

async function started(schedule: ScheduleHandle, count: number): Promise<string> {
  await schedule.trigger();
  for (;;) {
    const { info } = await schedule.describe();
    const action = info.recentActions.at(count - 1)?.action;
    if (action) return action.workflow.workflowId;
    await sleep(100);
  }
}

test('with encryption off the same search finds every path but those that no history keeps', async () => {
  const environment = await startPayloadEnvironment('off');
  await environment.whileWorking(async () => {
    await takeEveryPath(environment, 'paths');
    await failureOf(environment, 'failing');
  });
  await sleep(1_000);
  const found = environment.readable(PATHS.map(canary));
  const NOT_KEPT: readonly Path[] = [
    'query',
    'query-reply',
    'current-details',
    'failed-attempt',
    'local-input',
  ];
  expect(found).toEqual(expect.arrayContaining(PATHS.filter((path) => !NOT_KEPT.includes(path)).map(canary)));
  await environment.stop();
});
