import { MockActivityEnvironment } from '@temporalio/testing';
import { createAuditActivities } from '../../src/activities/audit';
import { acknowledging } from '../support/records/database';

const entries = [
  { id: 'run-1:1', at: '2030-01-01T00:00:00.000Z', kind: 'command', what: 'approve' } as const,
];
const recordAudit = (isLocal: boolean, records?: typeof acknowledging) =>
  new MockActivityEnvironment({ isLocal }).run(() => createAuditActivities(records).recordAudit({ entries }));

test('a workflow of another program, which schedules the activity on a queue, writes nothing to the audit', async () => {
  await expect(recordAudit(false, acknowledging)).rejects.toThrow('only our own workflows may ask for it');
  expect(await recordAudit(true, acknowledging)).toMatchObject({ sequence: 1 });
});

test('a worker without records writes nothing', async () => {
  expect(await recordAudit(true)).toBeUndefined();
});
