import { setTimeout as sleep } from 'node:timers/promises';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import { checkBatch, type CheckedBatch } from '../../../src/domain/batch/input';
import { payoutInput } from '../../../src/domain/payout/input';
import { startCase } from '../../../src/cases/start';
import type { TestEnvironment } from '../../test-environment';
import { doubtfulPayoutFile, endOf, endOfPayout, timesCommitted, sample } from '../../payouts';
import { AcknowledgedWrites } from '../../acknowledged-writes';
import { agree, reconciled } from '../../reconciled';
import { log, type Row } from '../../report';
import { sizeOf, type Attack, type RunOptions, type Sizes } from '../run';
import { kinds } from '../../../src/domain/kinds';
import type { BatchResult } from '../../../src/domain/batch/stages';

interface Size {
  readonly payouts: number;
  readonly batches: number;
  readonly kills: number;
}
const sizes: Sizes<Size> = {
  quick: { payouts: 10, batches: 2, kills: 2 },
  full: { payouts: 100, batches: 10, kills: 5 },
  large: { payouts: 640, batches: 30, kills: 10 },
};

/** How many people start and steer at the same time. */
const AT_ONCE = 6;
/** A payout is started, gets a note, and its name is confirmed; a batch is started, gets a note, and is approved. */
const WRITES_EACH = 3;

async function attack(environment: TestEnvironment, options: RunOptions): Promise<Row> {
  const size = sizeOf(options, sizes);
  environment.sandbox.state.faults.plant({ kind: 'duplicate-check-off', probability: 1 });
  const writes = new AcknowledgedWrites(environment);
  const batches = Array.from({ length: size.batches }, (_, place) => batchFile(place + 1));
  const work = [
    ...batches.map((file) => () => steerBatch(environment, writes, file)),
    ...Array.from({ length: size.payouts }, () => () => steerPayout(environment, writes)),
  ];
  let isOver = false;
  const steering = share(work).finally(() => (isOver = true));
  await Promise.all([steering, crashWhile(environment, writes, size, () => isOver)]);
  log(`  ${writes.count} starts and commands were acknowledged; looking for each`);
  const broken = await writes.broken();
  for (const what of broken) log(`  lost: ${what}`);
  const reconciliation = await reconciled(environment);
  const paid = size.payouts + batches.reduce((sum, { payouts }) => sum + payouts.length, 0);
  return {
    fields: {
      acknowledged: writes.count,
      lost: broken.length,
      reconciliation: { ...reconciliation },
    },
    holds: broken.length === 0 && agree(reconciliation, paid),
  };
}

/** Several people take one piece of work after the other. */
async function share(work: (() => Promise<void>)[]): Promise<void> {
  const next = async () => {
    for (let piece = work.shift(); piece; piece = work.shift()) await piece();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Kills the server whenever another share of all writes is made. */
async function crashWhile(
  environment: TestEnvironment,
  writes: AcknowledgedWrites,
  { payouts, batches, kills }: Size,
  isOver: () => boolean,
): Promise<void> {
  const share = ((payouts + batches) * WRITES_EACH) / (kills + 1);
  for (let kill = 1; kill <= kills; kill++) {
    while (writes.count < share * kill && !isOver()) await sleep(Math.random() * 50);
    const before = writes.count;
    await environment.crashServer();
    log(`  server killed after ${before} acknowledgements`);
  }
}

async function steerPayout({ client, sandbox }: TestEnvironment, writes: AcknowledgedWrites): Promise<void> {
  const file = doubtfulPayoutFile('server');
  const { reference } = file;
  const workflowId = caseId('payout', reference);
  await writes.start(
    workflowId,
    () => startCase(client, kinds.payout, payoutInput.parse(file)),
    async () =>
      (await endOfPayout(client, reference)) === 'SUCCESS' && timesCommitted(sandbox.state, reference) === 1,
  );
  await writes.command(workflowId, 'addNote', () => ({ text: 'To be watched' }));
  await writes.command(workflowId, 'confirmName', () => ({ reason: 'CHECKED_WITH_BENEFICIARY' }));
  await writes.command(workflowId, 'confirmProposal', ({ proposals }) => ({
    actor: 'operator-2',
    expectedDigest: proposals?.[0]?.digest,
  }));
}

async function steerBatch(
  { client, sandbox }: TestEnvironment,
  writes: AcknowledgedWrites,
  file: CheckedBatch,
): Promise<void> {
  const workflowId = caseId('batch', file.reference);
  const isPaid = async () => {
    const result = await endOf<BatchResult>(client, workflowId);
    return (
      result?.stage === 'DONE' &&
      file.payouts.every(({ reference }) => timesCommitted(sandbox.state, reference) === 1)
    );
  };
  await writes.start(workflowId, () => startCase(client, kinds.batch, file), isPaid);
  await writes.command(workflowId, 'addNote', () => ({ text: 'To be watched' }));
  await writes.command(workflowId, 'approve', ({ facts }) => ({ expectedDigest: facts.digest }));
}

/** A batch like the example, with references and amounts of its own. */
function batchFile(number: number): CheckedBatch {
  const example = sample('batch') as CheckedBatch;
  const payouts = example.payouts.map((row, place) => ({
    ...row,
    reference: `BT-${number}-${place + 1}`,
    amountKobo: row.amountKobo + number,
  }));
  const { batch, problems } = checkBatch({ ...example, reference: `BT-${number}`, payouts });
  if (!batch) throw new Error(problems.join('; '));
  return batch;
}

export const serverKills: Attack = {
  proves:
    'The Temporal server is killed (kill -9) while payouts and batches are started and steered: nothing acknowledged is lost.',
  rate: 60,
  attack,
};
