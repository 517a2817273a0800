import { caseQuery, chargesQuery } from '../../src/domain/wire/messages';
import type { ChosenReadings } from '../../src/sandbox/readings/readings';
import { FollowedCase } from '../readings/followed-case';
import type { SkippedTime } from '../readings/skipped-time';
import type { Plan, Trial } from '../readings/trial';
import { chargesAt, type ChargeCounts } from './counts';
import { openLoan } from './loans';

/** Share of the charges whose reply is lost after the bank has carried them out. */
const LOST_SHARE = 0.2;
const KILLED_SHARE = 0.05;
/** Days in which two instalments and a late borrower have come to an end. */
const DAYS = 90;
const DAY = 24 * 60;

/** Loans at one bank that answers a charge in one way. */
export interface ChargedLoans {
  readonly tag: string;
  readonly loans: number;
  readonly charge: NonNullable<ChosenReadings['charge']>;
}

/** What one bank's loans came to. */
export interface ChargeResult extends ChargeCounts {
  readonly lostReplies: number;
  readonly kills: number;
  /** How often a person had to help. */
  readonly helped: number;
}

/** The bank takes a charge under a used reference again, and every fifth reply is lost. */
const planOf = ({ tag, charge }: ChargedLoans): Plan => ({
  tag,
  readings: { charge },
  faults: [
    { kind: 'duplicate-check-off', operations: ['chargeRepayment'], probability: 1 },
    { kind: 'reset-after', operations: ['chargeRepayment'], probability: LOST_SHARE },
  ],
  killedShare: KILLED_SHARE,
  withLoan: false,
});

/** Cases that are asked at a time: a worker must answer all of them before a question is given up. */
const AT_ONCE = 20;

async function eachOf<R>(cases: readonly FollowedCase[], act: (one: FollowedCase) => Promise<R>) {
  const results: R[] = [];
  for (let from = 0; from < cases.length; from += AT_ONCE)
    results.push(...(await Promise.all(cases.slice(from, from + AT_ONCE).map(act))));
  return results;
}

/** Follows loans until all are repaid or time is up. */
export async function runCharges(
  skipped: SkippedTime,
  groups: readonly ChargedLoans[],
): Promise<ChargeResult[]> {
  const trials = await Promise.all(groups.map((group) => skipped.begin(planOf(group))));
  const followed = trials.map((trial, place) => openCases(trial, skipped, groups[place]!.loans));
  const all = followed.flat();
  await eachOf(all, (one) => one.start());
  for (let day = 0; day < DAYS && !all.every(({ isOver }) => isOver); day++) {
    await skipped.sleep(DAY);
    await eachOf(all, (one) => one.look());
  }
  const results = trials.map((trial, place) => resultOf(trial, followed[place]!, skipped));
  return Promise.all(results).finally(() => Promise.all(trials.map((trial) => skipped.end(trial))));
}

const openCases = (trial: Trial, skipped: SkippedTime, loans: number): FollowedCase[] =>
  Array.from(
    { length: loans },
    (_, place) =>
      new FollowedCase(openLoan(trial.sandbox.state, `${trial.plan.tag}-${place + 1}`), trial, skipped),
  );

async function resultOf(
  { sandbox: { state }, kills }: Trial,
  cases: readonly FollowedCase[],
  { client }: SkippedTime,
): Promise<ChargeResult> {
  const charges = await eachOf(cases, async ({ one }) => {
    const handle = client.getHandle(one.workflowId);
    return { taken: await handle.query(chargesQuery), isClosed: (await handle.query(caseQuery)).ended };
  });
  const lost = state.faults.list().filter(({ fault }) => fault.kind === 'reset-after');
  return {
    ...chargesAt(state, charges),
    lostReplies: lost.reduce((total, { hits }) => total + hits, 0),
    kills,
    helped: cases.reduce((total, { helped }) => total + helped, 0),
  };
}
