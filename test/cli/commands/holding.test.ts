import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { type } from '../../support/cli/terminal';

jest.setTimeout(180_000);

let environment: TestEnvironment;
let folder: string;
beforeAll(async () => {
  environment = await startTestEnvironment({ ...USUAL_PAYOUT_POLICY, preChecks: 'always' });
  await environment.startWorkers();
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  folder = await mkdtemp(join(tmpdir(), 'holding-'));
});
afterAll(async () => {
  delete process.env['TEMPORAL_ADDRESS'];
  await rm(folder, { recursive: true });
  await environment.stop();
});

const BANK = '903';
const NUMBER = '0000000093';
/** Starts a payout whose bank is down. */
async function heldPayout(): Promise<string> {
  environment.sandbox.state.rules.add({ subject: 'uptime', when: { code: BANK }, then: { uptime: 10 } });
  const file = payoutFile(holderOf(BANK, NUMBER), NUMBER, '9000000001');
  const { reference } = file;
  const path = join(folder, 'payout.json');
  await writeFile(path, JSON.stringify({ ...file, beneficiary: { ...file.beneficiary, bankCode: BANK } }));
  expect(await type(`payout start ${path}`)).toMatchObject({ code: 0 });
  while (!(await type(`payout show ${reference}`)).out.includes("beneficiary's bank")) await sleep(200);
  return reference;
}

const release = (reference: string) =>
  type(`payout release ${reference} --reason CHECKED --actor operator-1`);
const committed = (key: string) =>
  environment.sandbox.state.committed.list({ effect: 'payout-committed', key }).length;

test("a payout that the bank's outage holds back goes out at an operator's word, once", async () => {
  const reference = await heldPayout();
  expect(committed(reference)).toBe(0);
  expect(await release(reference)).toMatchObject({ code: 0 });
  const ended = await type(`payout wait ${reference} --timeout-seconds 100 --json`);
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test('a payout that was terminated is adopted, released, and paid once', async () => {
  const reference = await heldPayout();
  const adopt = `payout adopt ${reference} --reason MISTAKE --actor operator-1`;
  expect(await type(adopt)).toMatchObject({ code: 1, err: expect.stringContaining('nothing to adopt') });
  await environment.client.workflow.getHandle(`payout:${reference}`).terminate('by force');
  expect(await type(`${adopt} --role officer`)).toMatchObject({ code: 2 });
  expect(await type(adopt)).toMatchObject({ code: 0, out: expect.stringContaining('is adopted') });
  while (!(await type(`payout show ${reference}`)).out.includes("beneficiary's bank")) await sleep(200);
  expect(committed(reference)).toBe(0);
  expect(await release(reference)).toMatchObject({ code: 0 }); // Of the hold.
  expect(await release(reference)).toMatchObject({ code: 0 }); // Of the bank's outage.
  const ended = await type(`payout wait ${reference} --timeout-seconds 100 --json`);
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});
