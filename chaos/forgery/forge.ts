import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { temporalTarget } from '../../src/temporal/connection';
import { connectWorkers } from '../../src/temporal/workers';
import { first, POLICY, provenPayout, second, signers } from '../../test/support/activities/gate';
import { ringWith } from '../../test/support/authority/acts';
import { authority, receipts } from '../../test/support/authority/forgeries';
import { startTestEnvironment, type TestEnvironment } from '../../test/support/cli/environment';
import { log } from '../report';
import { startApproved } from './approved-payout';
import { attempts } from './attempts';
import { FOREIGN_QUEUE, type Attempt } from './sending';

/** What came of all attempts. */
export interface Forged {
  readonly attempts: number;
  /** Payouts that the bank has committed for them. */
  readonly effects: number;
  /** Attempts that their sender was told were taken. */
  readonly taken: number;
  readonly byKind: Readonly<Record<string, number>>;
  /** Legitimate payouts of the same form, and those of them that went through. */
  readonly twins: number;
  readonly paid: number;
}

/** So many at once. */
const AT_ONCE = 8;
/** By then, what was let through has reached the bank. */
const SETTLE_MS = 3_000;

/** Makes every kind of attempt so many times, and a legitimate payout beside each round. */
export async function forge(env: TestEnvironment, rounds: number): Promise<Forged> {
  const stopForeign = await startForeignWorker(env.address);
  const waiting = planned(rounds);
  let [taken, done] = [0, 0];
  const byKind: Record<string, number> = {};
  const committed = (reference: string) =>
    env.sandbox.state.committed.list({ effect: 'payout-committed', key: reference }).length;
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [kind, attempt, reference] = next;
      const tried = attempt(env.client, provenPayout(reference), committed);
      const outcome = await withinTime(tried, kind).catch((error: unknown) => String(error));
      if (typeof outcome === 'string') {
        log(`  could not be tried: ${kind}: ${outcome}`);
        continue;
      }
      if (outcome) {
        taken++;
        log(`  taken: ${kind}`);
      }
      byKind[kind] = (byKind[kind] ?? 0) + 1;
      if (++done % 100 === 0) log(`  ${done} attempts, ${taken} taken`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  const paid = await payTwins(env, rounds);
  await sleep(SETTLE_MS);
  await stopForeign();
  const sent = env.sandbox.state.committed.list({ effect: 'payout-committed' }).map(({ key }) => key);
  const effects = sent.filter((key) => key.startsWith(FORGED)).length;
  return { attempts: done, effects, taken, byKind, twins: rounds, paid };
}

/** An attempt that gets no answer was not taken, as far as its sender sees; the bank is asked all the same. */
const ANSWER_MS = 60_000;

async function withinTime(tried: Promise<boolean>, kind: string): Promise<boolean> {
  const left = new AbortController();
  const unanswered = sleep(ANSWER_MS, false, { signal: left.signal }).then(() => {
    log(`  no answer: ${kind}`);
    return false;
  });
  unanswered.catch(() => undefined);
  try {
    return await Promise.race([tried, unanswered]);
  } finally {
    left.abort();
  }
}

const FORGED = 'FORGED-';

const planned = (rounds: number): [string, Attempt, string][] =>
  Array.from({ length: rounds }, (_, round) =>
    [...attempts].map(
      ([kind, attempt], index) => [kind, attempt, `${FORGED}${round}-${index}`] as [string, Attempt, string],
    ),
  ).flat();

async function payTwins({ client, sandbox }: TestEnvironment, rounds: number): Promise<number> {
  const references = Array.from({ length: rounds }, (_, round) => `TWIN-${round}`);
  for (const reference of references) {
    const { handle } = await startApproved(client, provenPayout(reference), [first.key, second.key]);
    await handle.result();
  }
  const committed = sandbox.state.committed.list({ effect: 'payout-committed' });
  return references.filter((reference) => committed.some(({ key }) => key === reference)).length;
}

/** A worker of another program on the same Temporal, which holds the encryption keys, too: acts alone must stop it. */
async function startForeignWorker(address: string): Promise<() => Promise<void>> {
  const target = temporalTarget({ address, namespace: 'default' });
  const connection = await connectWorkers(target);
  const worker = await Worker.create({
    connection,
    namespace: 'default',
    dataConverter: target.dataConverters.forWorkers,
    taskQueue: FOREIGN_QUEUE,
    workflowsPath: require.resolve('./foreign-workflow'),
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}

const keyRing = new Map([...authority.keyRing(), ...ringWith(...signers.map(({ entry }) => entry))]);

/** A real server, the sandbox in its own time, and workers that take nothing unsigned. */
export async function signedEnvironment(): Promise<TestEnvironment> {
  const settings = { ...authority, receipts, keyRing: () => keyRing };
  const env = await startTestEnvironment(POLICY, { rate: 60, authority: settings });
  await env.startWorkers();
  return env;
}
