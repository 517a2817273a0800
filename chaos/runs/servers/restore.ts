import { setTimeout as sleep } from 'node:timers/promises';
import { sendCommand } from '../../../src/cases/commands';
import { readCase } from '../../../src/cases/snapshot';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { caseId } from '../../../src/domain/wire/workflow-ids';
import type { PayoutFile } from '../../../src/domain/payout/input';
import type { DevServerOptions } from '../../../stack/dev-server';
import { RestorableServer } from '../../faults/restorable-server';
import { doubtfulPayoutFile, endOfPayout, payoutFile, startPayouts, timesCommitted } from '../../payouts';
import { agree, reconciled } from '../../reconciled';
import { inTestEnvironment, type TestEnvironment } from '../../test-environment';
import type { Row } from '../../report';
import { sizeOf, type SelfContainedRun, type Sizes } from '../run';

/** How many payouts of each kind. */
const sizes: Sizes<number> = { quick: 2, full: 20, large: 100 };

/** A minute of grace before a payout is sent again takes a second. */
const RATE = 60;
const LOOK_EVERY_MS = 200;
/** A worker may only just have begun. */
const ANSWER_WITHIN_MS = 60_000;

/** The case, once it takes a command. */
async function untilTaken(
  { client }: TestEnvironment,
  workflowId: string,
  command: string,
): Promise<CaseSnapshot> {
  for (;;) {
    // Until a worker has begun, the case does not answer.
    const snapshot = await readCase(client, workflowId).catch(() => undefined);
    if (snapshot?.commands.includes(command)) return snapshot;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits until a payout asks whether its account is held by the beneficiary. */
const untilAsked = (environment: TestEnvironment, { reference }: PayoutFile): Promise<CaseSnapshot> =>
  untilTaken(environment, caseId('payout', reference), 'confirmName');

/** Two people confirm the name to which a payout goes, and it is sent. */
async function confirm(environment: TestEnvironment, file: PayoutFile): Promise<void> {
  const workflowId = caseId('payout', file.reference);
  const by = { actor: 'operator-1', role: 'operator' } as const;
  const send = (command: string, fields: object) =>
    sendCommand(environment.client, workflowId, command, { ...by, ...fields }, ANSWER_WITHIN_MS);
  await untilAsked(environment, file);
  await send('confirmName', { reason: 'CHECKED_WITH_BENEFICIARY' });
  const { proposals } = await untilTaken(environment, workflowId, 'confirmProposal');
  await send('confirmProposal', { actor: 'operator-2', expectedDigest: proposals?.[0]?.digest });
}

/** A worker must not see a history become shorter: it has the longer one in its memory. */
async function withoutWorkers({ workers }: TestEnvironment, change: () => Promise<void>): Promise<void> {
  for (const worker of [...workers.all]) await workers.kill(worker);
  await change();
  workers.hire();
}

interface Payouts {
  /** Those that wait for people when the back-up is made. */
  readonly waiting: readonly PayoutFile[];
  /** Those that are under way then. */
  readonly underWay: readonly PayoutFile[];
  /** Those that are begun afterwards. */
  readonly later: readonly PayoutFile[];
}

const make = (each: number): Payouts => {
  const filesOf = <F>(file: (place: number) => F) => Array.from({ length: each }, (_, place) => file(place));
  return {
    waiting: filesOf((place) => doubtfulPayoutFile('waiting', place)),
    underWay: filesOf((place) => payoutFile('under-way', { amountKobo: 20_000 + place })),
    later: filesOf((place) => payoutFile('later', { amountKobo: 30_000 + place })),
  };
};

/** Pays, restores Temporal as it was before, and has people do all that it has forgotten once more. */
async function payTwiceOver(
  environment: TestEnvironment,
  server: RestorableServer,
  { waiting, underWay, later }: Payouts,
): Promise<(string | undefined)[]> {
  const { client } = environment;
  const files = [...waiting, ...underWay, ...later];
  const ends = () => Promise.all(files.map(({ reference }) => endOfPayout(client, reference)));
  const carryOn = async () => {
    await Promise.all(waiting.map((file) => confirm(environment, file)));
    await startPayouts(client, later);
    return ends();
  };
  await startPayouts(client, waiting);
  await Promise.all(waiting.map((file) => untilAsked(environment, file)));
  await startPayouts(client, underWay);
  await withoutWorkers(environment, () => server.backUp());
  await carryOn();
  await withoutWorkers(environment, () => server.restore());
  return carryOn();
}

async function attack(environment: TestEnvironment, server: RestorableServer, each: number): Promise<Row> {
  environment.sandbox.state.faults.plant({ kind: 'duplicate-check-off', probability: 1 });
  const payouts = make(each);
  const ends = await payTwiceOver(environment, server, payouts);
  const committed = Object.values(payouts)
    .flat()
    .map(({ reference }: PayoutFile) => timesCommitted(environment.sandbox.state, reference));
  const counts = {
    duplicates: committed.filter((times) => times > 1).length,
    lost: committed.filter((times) => times === 0).length,
    stuck: ends.filter((end) => end !== 'SUCCESS').length,
  };
  const reconciliation = await reconciled(environment);
  const { duplicates, lost, stuck } = counts;
  return {
    fields: { payouts: ends.length, ...counts, reconciliation: { ...reconciliation } },
    holds: duplicates + lost + stuck === 0 && agree(reconciliation, ends.length),
  };
}

export const restore: SelfContainedRun = {
  proves:
    'Temporal is restored from an older back-up, the records are not: what was sent since is not sent again, although the bank would take it.',
  async prove(options) {
    let server: RestorableServer | undefined;
    const startTemporal = async (from: DevServerOptions) => (server = await RestorableServer.start(from));
    return inTestEnvironment((environment) => attack(environment, server!, sizeOf(options, sizes)), {
      rate: RATE,
      startTemporal,
    });
  },
};
