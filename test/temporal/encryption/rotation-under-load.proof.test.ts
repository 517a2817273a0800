import type { Payload } from '@temporalio/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSimulatedOperators, unwilling } from '../../../chaos/simulated-operators';
import { payoutFile, sample } from '../../../chaos/payouts';
import { listKeys, rotateKey, removeKey } from '../../../src/cases/encryption-key-rotation';
import { followCase } from '../../../src/cases/follow';
import { startCase } from '../../../src/cases/start';
import { loanInput } from '../../../src/domain/loan/input';
import { payoutInput } from '../../../src/domain/payout/input';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import { asKey, newKey, newKeyFile, type KeyRing } from '../../../src/temporal/encryption/key-ring-file';
import { labelOf, unseal } from '../../../src/temporal/encryption/sealing/sealed-payload';
import { startTestEnvironment, type TestEnvironment } from '../../support/cli/environment';
import { kinds } from '../../../src/domain/kinds';
import type { PayoutResult } from '../../../src/domain/payout/stages';

const [PAYOUTS, LOANS, AT_ONCE] = [80, 8, 20];
/** A business day in four seconds: offers come soon, and waits do not crowd the machine. */
const RATE = 21_600;
const MINUTE_MS = 60_000;

let environment: TestEnvironment;
let keyFile: string;
beforeAll(async () => {
  environment = await startTestEnvironment(undefined, { rate: RATE });
  keyFile = process.env.ENCRYPTION_KEYS ?? '';
  await environment.startWorkers();
}, 60_000);
afterAll(() => environment.stop());

async function pay(number: number): Promise<string> {
  const { client } = environment;
  const { workflowId } = await startCase(
    client,
    kinds.payout,
    payoutInput.parse(payoutFile(`rotation-${number}`)),
  );
  return ((await client.workflow.getHandle(workflowId).result()) as PayoutResult).status;
}

/** A loan to its offer, which the borrower declines. */
async function apply(number: number): Promise<string> {
  const { client } = environment;
  const example = sample('loan-application');
  const customer = {
    ...example.customer,
    reference: `CU-ROTATION-${number}`,
    bvn: String(22_600_000_000 + number),
  };
  const file = loanInput.parse({ ...example, reference: `LN-ROTATION-${number}`, customer });
  const { workflowId } = await startCase(client, kinds.loan, file);
  const onChange = createSimulatedOperators(client, workflowId, unwilling);
  return (await followCase(client, kinds.loan, file.reference, { everyMs: 500, onChange })).stage;
}

/** Every payload of every history, with the case that it stands in. */
async function payloadsOfAll(): Promise<readonly { payload: Payload; workflowId: string }[]> {
  const found: { payload: Payload; workflowId: string }[] = [];
  const { workflow } = environment.client;
  for await (const { workflowId, runId } of workflow.list()) {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
      if (labelOf(value)) found.push({ payload: value, workflowId });
      else Object.values(value).forEach(visit);
    };
    visit(await workflow.getHandle(workflowId, runId).fetchHistory());
  }
  return found;
}

async function opens(ring: KeyRing, payload: Payload): Promise<boolean> {
  const { keyId = '', workflowId = '' } = labelOf(payload) ?? {};
  const key = await ring.key(keyId);
  return (
    key !== undefined && (await unseal(payload, key, { namespace: 'default', workflowId })) !== undefined
  );
}

async function deleteAll(): Promise<void> {
  const { client } = environment;
  const list = () => client.workflowService.listWorkflowExecutions({ namespace: 'default' });
  for (let page = await list(); page.executions.length > 0; page = await list()) {
    for (const { execution } of page.executions)
      await client.workflowService
        .deleteWorkflowExecution({ namespace: 'default', workflowExecution: execution ?? null })
        .catch(() => undefined);
    await sleep(500);
  }
}

test('two rotations while 200 payouts and 20 loans run fail nothing, and the oldest key goes when no run needs it', async () => {
  const statuses: string[] = [];
  const waiting = Array.from({ length: PAYOUTS }, (_, number) => number);
  const payNext = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      statuses.push(await pay(number));
      if (statuses.length === PAYOUTS / 4 || statuses.length === PAYOUTS / 2) rotateKey(keyFile);
    }
  };
  const loans = Promise.all(Array.from({ length: LOANS }, (_, number) => apply(number)));
  await Promise.all(Array.from({ length: AT_ONCE }, payNext));
  expect(statuses).toEqual(Array(PAYOUTS).fill('SUCCESS'));
  expect(new Set(await loans)).toEqual(new Set(['OFFER_DECLINED']));

  const ring = keyRingOf(keyFile, 'worker');
  const payloads = await payloadsOfAll();
  const used = new Set(payloads.map(({ payload }) => labelOf(payload)?.keyId));
  expect(used.size).toBe(3);
  const foreign = asKey(newKey(newKeyFile().idSecret));
  const without: KeyRing = { active: async () => foreign, key: async () => foreign, expects: () => false };
  for (const { payload } of payloads) {
    expect(await opens(ring, payload)).toBe(true);
    expect(await opens(without, payload)).toBe(false);
  }

  const oldest = listKeys(keyFile).at(-1)?.id ?? '';
  const later = () => new Date(Date.now() + 2 * MINUTE_MS);
  const refused = removeKey(environment.client, { keyFile, documents: undefined }, oldest, later());
  await expect(refused).rejects.toThrow(/is still needed[^]*payout:PO-\d+-rotation-\d+ [0-9a-f-]{36}/);
  await deleteAll();
  await removeKey(environment.client, { keyFile, documents: undefined }, oldest, later());
  expect(listKeys(keyFile).map(({ id }) => id)).not.toContain(oldest);
}, 900_000);
