import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../src/sandbox/money/banks';
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
const committed = (key: string) =>
  environment.sandbox.state.committed.list({ effect: 'payout-committed', key }).length;

test("a payout that the bank's outage holds back goes out at an operator's word, once", async () => {
  environment.sandbox.state.rules.add({ subject: 'uptime', when: { code: BANK }, then: { uptime: 10 } });
  const file = payoutFile(holderOf(BANK, NUMBER), NUMBER, '9000000001');
  const { reference } = file;
  const path = join(folder, 'payout.json');
  await writeFile(path, JSON.stringify({ ...file, beneficiary: { ...file.beneficiary, bankCode: BANK } }));
  expect(await type(`payout start ${path}`)).toMatchObject({ code: 0 });
  while (!(await type(`payout show ${reference}`)).out.includes("beneficiary's bank")) await sleep(200);
  expect(committed(reference)).toBe(0);
  const released = await type(`payout release ${reference} --reason CHECKED --actor operator-1`);
  expect(released).toMatchObject({ code: 0 });
  const ended = await type(`payout wait ${reference} --timeout-seconds 100 --json`);
  expect(JSON.parse(ended.out)).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});
