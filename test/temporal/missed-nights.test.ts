import { setTimeout as sleep } from 'node:timers/promises';
import { REAL_TIME } from '../../src/domain/time/clock';
import { scheduleIds } from '../../src/domain/wire/workflow-ids';
import { ensureSchedules } from '../../src/temporal/schedules';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import { startTestEnvironment, type TestEnvironment } from '../support/cli/environment';

jest.setTimeout(120_000);

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment(undefined, { inRealTime: true });
});
afterAll(() => environment.stop());

/** The reports of nightly runs, in the order of their days, once there are so many. */
async function reports(count: number): Promise<ReconciliationReport[]> {
  const query = 'WorkflowType = "reconciliationWorkflow" AND ExecutionStatus = "Completed"';
  while ((await environment.client.workflow.count(query)).count < count) await sleep(100);
  const found: ReconciliationReport[] = [];
  for await (const { workflowId } of environment.client.workflow.list({ query }))
    found.push((await environment.client.workflow.getHandle(workflowId).result()) as ReconciliationReport);
  return found.sort((one, other) => one.fromAt.localeCompare(other.fromAt));
}

test('after a weekend without workers, the month ending in it, each day is compared once', async () => {
  await ensureSchedules(
    environment.client,
    { backfillMinutes: 0, reconcileDays: 1 },
    REAL_TIME,
    () => undefined,
  );
  // From Friday to Monday, as the server would have started them.
  await environment.client.schedule.getHandle(scheduleIds.reconciliation).backfill({
    start: new Date('2026-10-30T01:00:00Z'),
    end: new Date('2026-11-02T03:00:00Z'),
    overlap: 'ALLOW_ALL',
  });
  await environment.startWorkers();
  const days = ['10-28', '10-29', '10-30', '10-31', '11-01'].map((day) => `2026-${day}T23:00:00.000Z`);
  expect((await reports(4)).map(({ fromAt, toAt }) => [fromAt, toAt])).toEqual(
    days.slice(1).map((toAt, place) => [days[place], toAt]),
  );
});
