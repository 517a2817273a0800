import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { Acceptor } from '../../src/activities/authority/acceptor';
import { openAuthority } from '../../src/activities/authority/settings';
import { newKeyPair, signingKeyOf, writeSecretFile } from '../../src/authority/person-key';
import { newWorkersKeys } from '../../src/authority/receipts';
import { addToRing } from '../../src/authority/key-ring';
import { actEnvironment, signAct } from '../../src/authority/sign';
import { START } from '../../src/domain/case/acts';
import { log, percentile, rounded, type Row } from '../report';
import { orderOf } from '../payouts';

/** Keys on the ring, each of another person. */
const KEYS = 20;
const BLOCKS = 20;
const ACTS_OF_A_BLOCK = 50;

/** What an act costs the worker that takes it, in microseconds of the processor, over all its threads. */
export interface ActCost extends Row {
  readonly acts: number;
  readonly p50Us: number | null;
  readonly mostUs: number | null;
}

/** Takes starts of payouts, no two of which are alike, as the local activity of a case does: the whole check, with its receipt. */
export async function measureActs(): Promise<ActCost> {
  log(`${BLOCKS * ACTS_OF_A_BLOCK} acts`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const take = await openTaking(folder);
    await take(ACTS_OF_A_BLOCK);
    const costs: number[] = [];
    for (let block = 0; block < BLOCKS; block++) costs.push(await take(ACTS_OF_A_BLOCK));
    const [p50Us, mostUs] = [percentile(costs, 50), percentile(costs, 100)].map(rounded);
    return { acts: BLOCKS * ACTS_OF_A_BLOCK, p50Us: p50Us ?? null, mostUs: mostUs ?? null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs so many acts and takes them one after the other; what each taking cost, in microseconds. */
async function openTaking(folder: string): Promise<(count: number) => Promise<number>> {
  const keysFile = join(folder, 'keys.json');
  const receiptKeysFile = join(folder, 'receipt-key.json');
  const pairs = Array.from({ length: KEYS }, (_, person) => newKeyPair(`person-${person}`, ['officer']));
  for (const { entry } of pairs) addToRing(keysFile, entry);
  writeSecretFile(receiptKeysFile, newWorkersKeys());
  const configured = {
    authority: { mode: 'signed' as const, keysFile, receiptKeysFile },
    signing: { bankEnvironment: 'sandbox' },
  };
  const acceptor = new Acceptor(openAuthority(configured, 'bench', console));
  const wf = 'payout:bench';
  const worker = new MockActivityEnvironment({
    isLocal: true,
    workflowExecution: { workflowId: wf, runId: 'bench' },
  });
  const signers = pairs.map(({ file }) => signingKeyOf(file));
  const aud = actEnvironment('bench', 'sandbox');
  const sign = (number: number) => {
    const signer = signers[number % KEYS];
    if (!signer) throw new Error('there are as many signers as keys');
    const fields = { reference: `A-${number}`, ...orderOf(number) };
    return signAct({ wf, act: START, aud, role: 'officer', fields }, signer);
  };
  return async (count) => {
    const messages = await Promise.all(Array.from({ length: count }, (_, number) => sign(number)));
    const before = process.cpuUsage();
    for (const message of messages)
      await worker.run(() => acceptor.take(START, message, async () => undefined));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
}
