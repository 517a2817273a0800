import { setTimeout as sleep } from 'node:timers/promises';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { ensureSchedules, scheduleIds } from '../../src/temporal/schedules';
import type { GapRepairResult } from '../../src/workflows/results';
import { startSurroundings, type Surroundings } from './surroundings';
import { type } from './terminal';

jest.setTimeout(120_000);

const CLOCK = { rate: 1 };
const USUAL = { gapRepairMinutes: 15, reconcileDays: 1 };

let around: Surroundings;
beforeAll(async () => {
  around = await startSurroundings();
  process.env['TEMPORAL_ADDRESS'] = around.address;
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await around.stop();
});

const ensure = (settings = USUAL, clock = CLOCK) => ensureSchedules(around.client, settings, clock);
const listed = async () => JSON.parse((await type('schedules list --json')).out);
const describe = (id: string) => around.client.schedule.getHandle(id).describe();

test('before any worker there are none, and it is said', async () => {
  expect((await type('schedules')).out).toContain('There are none');
  expect(await type('schedules pause gap-repair')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no such schedule yet'),
  });
});

test('workers that start at once create each of them once', async () => {
  await Promise.all([ensure(), ensure(), ensure()]);
  expect(await listed()).toEqual([
    expect.objectContaining({ schedule: 'gap-repair', everySeconds: 900, paused: false, runs: 0 }),
    expect.objectContaining({ schedule: 'reconciliation', everySeconds: 86_400, paused: false, runs: 0 }),
  ]);
  expect((await type('schedules')).out).toMatch(/gap-repair +15 min .*\nreconciliation +24 h /);
});

test('reconciliation looks at the whole days since it last did, at two in the night', async () => {
  const { spec, action } = await describe(scheduleIds.reconciliation);
  expect(spec.intervals?.[0]).toMatchObject({ every: 86_400_000, offset: 7_200_000 });
  expect(action).toMatchObject({ workflowType: 'reconciliationWorkflow', args: [{ days: 1 }] });
});

test('a worker that starts with other settings changes them; who was paused stays paused', async () => {
  expect((await type('schedules pause gap-repair --reason holiday')).code).toBe(0);
  await ensure({ gapRepairMinutes: 30, reconcileDays: 0 });
  expect(await listed()).toEqual([
    expect.objectContaining({ schedule: 'gap-repair', everySeconds: 1_800, paused: true, note: 'holiday' }),
  ]);
  expect((await type('schedules resume gap-repair')).code).toBe(0);
  await ensure();
  expect(await listed()).toHaveLength(2);
});

test('on a fast clock they run more often, but not without pause', async () => {
  await ensure(USUAL, { rate: 259_200 });
  expect((await listed()).map(({ everySeconds }: { everySeconds: number }) => everySeconds)).toEqual([
    20, 20,
  ]);
  expect((await describe(scheduleIds.reconciliation)).action).toMatchObject({ args: [{ days: 60 }] });
  await ensure();
});

test('each sweep goes on from where the last one ended', async () => {
  await around.startWorkers();
  const [first] = await runsOfGapRepair(1);
  const [, second] = await runsOfGapRepair(2);
  expect(first?.result.seen).toBeGreaterThan(0);
  const gone = Date.parse(first!.result.sweptTo) - Date.parse(second!.sinceAt);
  // What may have shown late is looked at again.
  expect(gone).toBe(10_000 * around.sandbox.clock.read().rate);
  expect(second?.result.recovered).toBe(0);
});

/** Lets it run once more, and waits until so many runs have ended: what they were asked for, and found. */
async function runsOfGapRepair(count: number) {
  await type('schedules run gap-repair');
  const query = 'WorkflowType = "gapRepairWorkflow" AND ExecutionStatus = "Completed"';
  while ((await around.client.workflow.count(query)).count < count) await sleep(100);
  const runs = [];
  for await (const { workflowId } of around.client.workflow.list({ query })) {
    const handle = around.client.workflow.getHandle(workflowId);
    const result = (await handle.result()) as GapRepairResult;
    runs.push({ result, sinceAt: askedIn(await handle.fetchHistory()) });
  }
  return runs.sort((one, other) => one.result.sweptTo.localeCompare(other.result.sweptTo));
}

function askedIn(history: Parameters<typeof historyToJSON>[0]): string {
  const { events } = JSON.parse(historyToJSON(history));
  const scheduled = events.find((event: object) => 'activityTaskScheduledEventAttributes' in event);
  const [payload] = scheduled.activityTaskScheduledEventAttributes.input.payloads;
  return JSON.parse(Buffer.from(payload.data, 'base64').toString()).sinceAt;
}
