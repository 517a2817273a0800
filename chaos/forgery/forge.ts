import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { faultSchema } from '../../sandbox/faults';
import { provenPayout } from '../../test/support/activities/gate';
import { log } from '../report';
import { attempts } from './attempts';
import type { SignedEnvironment } from './environment';
import { within } from '../within';
import { FAR_INSTALMENT, type Attempt, type Attempted } from './sending';
import { twins } from './twins';

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

/** Makes every kind of attempt so many times, and legitimate ones beside each round. */
export async function forge(
  { records, ...env }: SignedEnvironment,
  rounds: number,
  kinds: ReadonlyMap<string, Attempt> = attempts,
): Promise<Forged> {
  const waiting = planned(rounds, kinds);
  let [taken, done] = [0, 0];
  const byKind: Record<string, number> = {};
  const { state } = env.sandbox;
  const bank: Attempted = {
    committed: (key) => state.committed.list({ effect: 'payout-committed', key }).length,
    records,
    plant: (fault) => void state.faults.plant(faultSchema.parse(fault)),
    lend(id, dueOn = FAR_INSTALMENT.dueOn) {
      const { totalDueKobo: principalKobo } = FAR_INSTALMENT;
      const instalments = [{ dueOn, principalKobo, interestKobo: 0 }];
      state.loans.put(id, {
        ...{ id, applicationId: id, customerId: id, paidKobo: 0 },
        instalments,
        disbursedAt: 0,
      });
    },
  };
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [kind, attempt, reference] = next;
      const tried = attempt(env.client, provenPayout(reference), bank);
      const outcome = await withinTime(tried, kind).catch((error: unknown) => {
        // The attempt itself is wrong: it would never be made, and prove nothing.
        if (error instanceof TypeError) throw new Error(`${kind}: ${error.message}`, { cause: error });
        return String(error);
      });
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
  const paid = await payTwins(env.client, rounds, bank);
  await sleep(SETTLE_MS);
  const sent = state.committed.list({ effect: 'payout-committed' }).map(({ key }) => key);
  const effects = sent.filter((key) => key.startsWith(FORGED)).length;
  return { attempts: done, effects, taken, byKind, twins: rounds * twins.size, paid };
}

/** An attempt that gets no answer was not taken, as far as its sender sees; the bank is asked all the same. */
const ANSWER_MS = 120_000;

const withinTime = (tried: Promise<boolean>, kind: string): Promise<boolean> =>
  within(ANSWER_MS, undefined, tried).then((taken) => {
    if (taken === undefined) log(`  no answer: ${kind}`);
    return taken ?? false;
  });

const FORGED = 'FORGED-';

const planned = (rounds: number, kinds: ReadonlyMap<string, Attempt>): [string, Attempt, string][] =>
  Array.from({ length: rounds }, (_, round) =>
    [...kinds].map(
      ([kind, attempt], index) => [kind, attempt, `${FORGED}${round}-${index}`] as [string, Attempt, string],
    ),
  ).flat();

/** One after the other: each is paid, and once. */
async function payTwins(client: Client, rounds: number, bank: Attempted): Promise<number> {
  let paid = 0;
  for (let round = 0; round < rounds; round++)
    for (const [index, [name, twin]] of [...twins].entries()) {
      const isPaid = await twin(client, `TWIN-${round}-${index}`, bank).catch((error: unknown) => {
        log(`  not paid: ${name}: ${String(error)}`);
        return false;
      });
      if (isPaid) paid++;
    }
  return paid;
}
