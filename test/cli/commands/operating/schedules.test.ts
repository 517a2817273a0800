import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import { scheduleIds } from '../../../../src/domain/wire/workflow-ids';
import { ensureSchedules } from '../../../../src/temporal/schedules';
import { startTestEnvironment, type TestEnvironment } from '../../../support/cli/environment';
import { type } from '../../../support/cli/terminal';
import type { BackfillResult } from '../../../../src/domain/money/bank-events';

jest.setTimeout(120_000);

const CLOCK = { rate: 1 };
const USUAL = { backfillMinutes: 15, reconcileDays: 1 };

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await environment.stop();
});

/** Sets the schedules; what was told of it. */
async function ensure(settings = USUAL, clock = CLOCK): Promise<string[]> {
  const told: string[] = [];
  await ensureSchedules(environment.client, settings, clock, (sentence) => told.push(sentence));
  return told;
}
const listed = async () => JSON.parse((await type('schedules list --json')).out);
const describe = (id: string) => environment.client.schedule.getHandle(id).describe();

test('before any worker there are none, and it is said', async () => {
  expect((await type('schedules')).out).toContain('There are none');
  expect(await type('schedules pause missed-events')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no such schedule yet'),
  });
});

test('workers that start at once create each of them once', async () => {
  await Promise.all([ensure(), ensure(), ensure()]);
  expect(await listed()).toEqual([
    expect.objectContaining({ schedule: 'missed-events', everySeconds: 900, paused: false, runs: 0 }),
    expect.objectContaining({ schedule: 'reconciliation', everySeconds: 86_400, paused: false, runs: 0 }),
  ]);
  expect((await type('schedules')).out).toMatch(/missed-events +15 min .*\nreconciliation +24 h /);
});

test('reconciliation looks at the whole days since it last did, at two in the night', async () => {
  const { spec, action } = await describe(scheduleIds.reconciliation);
  expect(spec.intervals?.[0]).toMatchObject({ every: 86_400_000, offset: 7_200_000 });
  expect(action).toMatchObject({ workflowType: 'reconciliationWorkflow', args: [{ days: 1 }] });
});

test('a worker that starts with other settings changes them; who was paused stays paused', async () => {
  expect((await type('schedules pause missed-events --reason holiday')).code).toBe(0);
  await ensure({ backfillMinutes: 30, reconcileDays: 0 });
  expect(await listed()).toEqual([
    expect.objectContaining({
      schedule: 'missed-events',
      everySeconds: 1_800,
      paused: true,
      note: 'holiday',
    }),
  ]);
  expect((await type('schedules resume missed-events')).code).toBe(0);
  await ensure();
  expect(await listed()).toHaveLength(2);
});

test('each change of a schedule is told with what it was before; what stays as it is is not', async () => {
  expect(await ensure()).toEqual([]);
  const faster = await ensure({ ...USUAL, backfillMinutes: 5 });
  expect(faster).toEqual([
    expect.stringMatching(/^The schedule missed-events is changed: every 300 s, .*; before: every 900 s, /),
  ]);
  expect(await ensure({ ...USUAL, backfillMinutes: 0 })).toEqual(['The schedule missed-events is removed']);
  expect(await ensure()).toEqual([
    expect.stringMatching(/^The schedule missed-events is made: every 900 s, /),
  ]);
});

test('on a fast clock they run more often, but not without pause', async () => {
  await ensure(USUAL, { rate: 259_200 });
  expect((await listed()).map(({ everySeconds }: { everySeconds: number }) => everySeconds)).toEqual([
    20, 20,
  ]);
  expect((await describe(scheduleIds.reconciliation)).action).toMatchObject({ args: [{ days: 60 }] });
  await ensure();
});

test('each backfill goes on from where the last one ended', async () => {
  await environment.startWorkers();
  const [first] = await runsOfBackfill(1);
  const [, second] = await runsOfBackfill(2);
  expect(first?.result.seen).toBeGreaterThan(0);
  const gone = Date.parse(first!.result.readTo) - Date.parse(second!.sinceAt);
  // What may have shown late is looked at again.
  expect(gone).toBe(10_000 * environment.sandbox.clock.read().rate);
  expect(second?.result.recovered).toBe(0);
});

/** Lets it run once more, and waits until so many runs have ended: what they were asked for, and found. */
async function runsOfBackfill(count: number) {
  await type('schedules run missed-events');
  const query = 'WorkflowType = "missedEventsWorkflow" AND ExecutionStatus = "Completed"';
  while ((await environment.client.workflow.count(query)).count < count) await sleep(100);
  const runs = [];
  for await (const { workflowId } of environment.client.workflow.list({ query })) {
    const handle = environment.client.workflow.getHandle(workflowId);
    const result = (await handle.result()) as BackfillResult;
    runs.push({ result, sinceAt: await askedIn(handle) });
  }
  return runs.sort((one, other) => one.result.readTo.localeCompare(other.result.readTo));
}

async function askedIn(handle: WorkflowHandle): Promise<string> {
  const { loadedDataConverter, namespace } = environment.client.options;
  const { events } = await handle.fetchHistory();
  const scheduled = events?.map((event) => event.activityTaskScheduledEventAttributes).find(Boolean);
  const owner = { type: 'workflow', namespace, workflowId: handle.workflowId } as const;
  const [asked] = await decodeArrayFromPayloads(loadedDataConverter, scheduled?.input?.payloads, owner);
  return (asked as { args: [{ sinceAt: string }] }).args[0].sinceAt;
}
