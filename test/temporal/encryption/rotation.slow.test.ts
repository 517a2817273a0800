import { setTimeout as sleep } from 'node:timers/promises';
import { listKeys, rotateKey, removeKey } from '../../../src/cases/encryption-key-rotation';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import {
  QUEUE,
  startPayloadEnvironment,
  type PayloadEnvironment,
} from '../../support/temporal/payload-environment';
import { canary, everyPathWorkflow, go, scheduledWorkflow, tell } from '../../support/temporal/payload-paths';

let environment: PayloadEnvironment;
beforeAll(async () => {
  environment = await startPayloadEnvironment('on');
});
afterAll(() => environment.stop());

const MINUTE_MS = 60_000;
const later = () => new Date(Date.now() + 2 * MINUTE_MS);
const oldest = () => listKeys(environment.keyFile).at(-1)?.id ?? '';
const remove = (id: string, now = later()) =>
  removeKey(environment.client, { keyFile: environment.keyFile, documents: undefined }, id, now);
const start = (workflowId: string) =>
  environment.client.workflow.start(everyPathWorkflow, {
    ...{ workflowId, taskQueue: QUEUE, args: [{ text: canary('start') }] as [{ text: string }] },
  });

test('a case that began under one key goes on under the next ones, and all of it can be read', async () => {
  await environment.whileWorking(async () => {
    const handle = await start('open');
    const first = oldest();
    const { id: second } = rotateKey(environment.keyFile);
    await handle.executeUpdate(tell, { args: [{ text: 'under the second' }] });
    const { id: third } = rotateKey(environment.keyFile);
    await sleep(1_100);
    await handle.signal(go, { text: 'under the third' });
    const { seen } = await handle.result();
    expect(seen).toEqual(expect.arrayContaining([canary('start'), 'under the second', 'under the third']));
    const listed = listKeys(environment.keyFile);
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [third, 'active'],
      [second, 'decrypts'],
      [first, 'decrypts'],
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/"key"/);
  });
});

test('a key that a run still needs is not removed, and the refusal names the run', async () => {
  await expect(remove(oldest())).rejects.toThrow(/is still needed[^]*\n {2}open [0-9a-f-]{36}/);
  expect(listKeys(environment.keyFile)).toHaveLength(3);
});

test('the active key, an unknown key, and a key that was active a moment ago are not removed', async () => {
  const [active, retired] = listKeys(environment.keyFile);
  await expect(remove(active?.id ?? '')).rejects.toThrow('is the active one');
  await expect(remove('unknown')).rejects.toThrow('There is no key unknown');
  await expect(remove(retired?.id ?? '', new Date())).rejects.toThrow('less than a minute ago');
});

test('a key that no run needs any more is removed, and the others go on to decrypt', async () => {
  const { client, keyFile } = environment;
  await deleteAll();
  const first = oldest();
  await remove(first);
  expect(listKeys(keyFile).map(({ id }) => id)).not.toContain(first);
  expect(await keyRingOf(keyFile, 'reader').key(first)).toBeUndefined();
  await environment.whileWorking(async () => {
    const handle = await start('afterwards');
    await handle.executeUpdate(tell, { args: [{ text: 'again' }] });
    await handle.terminate();
  });
  expect((await client.workflow.getHandle('afterwards').describe()).status.name).toBe('TERMINATED');
});

test('a key that a schedule still needs is not removed', async () => {
  const { client, keyFile } = environment;
  await client.schedule.create({
    scheduleId: 'missed-events',
    spec: {},
    action: {
      type: 'startWorkflow',
      ...{ workflowType: scheduledWorkflow, workflowId: 'missed-events', taskQueue: QUEUE },
      args: [{ text: canary('start') }],
    },
  });
  const before = listKeys(keyFile)[0]?.id ?? '';
  rotateKey(keyFile);
  await expect(remove(before)).rejects.toThrow(/\n {2}schedule missed-events/);
});

/** As the retention does in its time. */
async function deleteAll(): Promise<void> {
  const { workflowService } = environment.client;
  const list = () => workflowService.listWorkflowExecutions({ namespace: 'default' });
  for (const { execution } of (await list()).executions)
    await workflowService.deleteWorkflowExecution({
      namespace: 'default',
      workflowExecution: execution ?? null,
    });
  while ((await list()).executions.length > 0) await sleep(100);
}
