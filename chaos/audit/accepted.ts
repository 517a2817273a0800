import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { sendCommand } from '../../src/cases/commands';
import { startCase } from '../../src/cases/start';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { payoutInput } from '../../src/domain/payout/input';
import { HostileMessages } from '../messages/hostile-messages';
import { sendAll } from '../messages/sending';
import { doubtfulPayoutFile, endOfPayout } from '../payouts';
import { log } from '../report';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import type { TestEnvironment } from '../test-environment';
import { kinds } from '../../src/domain/kinds';

/** How much of everything. */
export interface Size {
  readonly cases: number;
  readonly junkEach: number;
  readonly notesEach: number;
  readonly kills: number;
}

/** A case, and the ids of the requests that it has acknowledged. */
export interface SteeredCase {
  readonly workflowId: string;
  readonly accepted: readonly string[];
  readonly end: string | undefined;
}

/** Kills and repairs; what needs longer is waited for. */
const KILL_PAUSE_MS = 2_000;

/** Steers payouts amid junk while workers and the database are killed; what each of them has acknowledged. */
export async function steerAmidJunk(environment: TestEnvironment, size: Size): Promise<SteeredCase[]> {
  const files = Array.from({ length: size.cases }, (_, place) => doubtfulPayoutFile('audit', place));
  const { client } = environment;
  await Promise.all(
    files.map((file) =>
      retryUntilAcknowledged(() => startCase(client, kinds.payout, payoutInput.parse(file))),
    ),
  );
  const progress = { sent: 0, isOver: false };
  const steering = Promise.all(files.map(({ reference }) => steer(environment, reference, size, progress)));
  const killing = killWhile(environment, size, progress);
  const steered = await steering.finally(() => (progress.isOver = true));
  await killing;
  return steered;
}

interface Progress {
  /** Junk messages so far. */
  sent: number;
  isOver: boolean;
}

const JUNK_AT_ONCE = 50;

async function steer(
  { client }: TestEnvironment,
  reference: string,
  { junkEach, notesEach }: Size,
  progress: Progress,
): Promise<SteeredCase> {
  const workflowId = caseId('payout', reference);
  const accepted: string[] = [];
  const tell = async (command: string, actor: string, fields: object) => {
    const requestId = randomUUID();
    const said = { actor, role: 'operator', requestId, ...fields } as const;
    let proposed: string | undefined;
    const send = async () => ({ proposed } = await sendCommand(client, workflowId, command, said));
    if (await retryUntilAcknowledged(send)) accepted.push(requestId);
    return proposed;
  };
  const junk = new HostileMessages(reference);
  for (let round = 0; round < Math.ceil(junkEach / JUNK_AT_ONCE); round++) {
    const count = Math.min(JUNK_AT_ONCE, junkEach - round * JUNK_AT_ONCE);
    await sendAll(
      client,
      workflowId,
      Array.from({ length: count }, () => junk.next()),
    );
    progress.sent += count;
    if (round < notesEach) await tell('addNote', 'operator-1', { text: `Note ${round}` });
  }
  const expectedDigest = await tell('confirmName', 'operator-1', { reason: 'CHECKED_WITH_BENEFICIARY' });
  await tell('confirmProposal', 'operator-2', { expectedDigest });
  return { workflowId, accepted, end: await endOfPayout(client, reference) };
}

/** Kills a worker and the database, in turns, whenever another share of the junk is sent. */
async function killWhile(
  environment: TestEnvironment,
  { cases, junkEach, kills }: Size,
  progress: Progress,
): Promise<void> {
  const share = (cases * junkEach) / (kills + 1);
  for (let kill = 1; kill <= kills; kill++) {
    while (progress.sent < share * kill && !progress.isOver) await sleep(100);
    await environment.killWorker(() => Promise.resolve());
    await environment.crashRecords();
    log(`  worker and database killed after ${progress.sent} junk messages`);
    await sleep(KILL_PAUSE_MS);
  }
}
