import type { BankState } from '../../sandbox/bank-state';
import { totalOf } from '../../sandbox/lending/loan';
import type { Readings } from '../../sandbox/readings/readings';
import { casesOf } from './cases';
import { Comparisons } from './comparison';
import type { BankRecords, CaseEvidence } from './evidence';
import { FollowedCase } from './followed-case';
import { findingsIn, type Finding } from './oracle';
import { within } from '../within';
import type { SkippedTime } from './skipped-time';
import type { Plan, Trial } from './trial';

/** How one case of a trial ended, or where it stands. */
interface End {
  readonly name: string;
  readonly stage: string;
  readonly ended: boolean;
  /** How often a person had to help. */
  readonly helped: number;
  /** Why it was last. */
  readonly cause: string;
}

/** What came of one plan. */
export interface TrialResult {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly ends: readonly End[];
  /** How often each unusual reading made a difference. */
  readonly met: Readings['met'];
  readonly kills: number;
  /** Calls that the bank's faults have hit. */
  readonly hits: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const times = (count: number, minutes: number): number[] => Array.from({ length: count }, () => minutes);

/** Minutes between two looks at the cases, three days in all, and then daily until a loan of a month is repaid, the half of it a fortnight later. */
const STRIDES = [1, 2, 4, 8, 16, 32, ...times(6, HOUR), ...times(22, 3 * HOUR)];
const DAYS = { withLoan: 58, without: 12 };
/** By then a payout has come back, its case has been reopened, and a person has answered it. */
const SEEN_THROUGH_MS = 8 * DAY * 60_000;

/** Runs trials side by side until all their cases are over, or time is up, and lists what is wrong in each. */
export async function runTrials(skipped: SkippedTime, plans: readonly Plan[]): Promise<TrialResult[]> {
  const trials = await Promise.all(plans.map((plan) => skipped.begin(plan)));
  const followed = trials.map((trial) =>
    casesOf(trial.plan)
      .filter(({ after }) => after === undefined)
      .map((one) => new FollowedCase(one, trial, skipped)),
  );
  const comparisons = trials.map((trial) => new Comparisons(trial, skipped.nowMs));
  await eachOf(followed.flat(), (one) => one.start());
  const days = plans.some(({ withLoan }) => withLoan) ? DAYS.withLoan : DAYS.without;
  const until = skipped.nowMs + SEEN_THROUGH_MS;
  for (const stride of [...STRIDES, ...times(days, DAY)]) {
    const mayEnd = skipped.nowMs >= until || !trials.some(({ isCompared }) => isCompared);
    if (mayEnd && followed.flat().every(({ isOver }) => isOver)) break;
    await letPass(skipped, stride, followed.flat());
    await Promise.all(followed.map(lookAt));
    await Promise.all(
      comparisons.map(async (each, place) => {
        if (await each.compareBy(skipped.nowMs)) await eachOf(followed[place]!, (one) => one.lookAgain());
      }),
    );
  }
  const results = await Promise.all(
    trials.map((trial, place) => resultOf(trial, followed[place]!, comparisons[place]!)),
  );
  await Promise.all(trials.map((trial) => skipped.end(trial)));
  return results;
}

const eachOf = (cases: readonly FollowedCase[], act: (one: FollowedCase) => Promise<void>) =>
  Promise.all(cases.map(act));

/** No stride takes longer in real time unless something stands still. */
const STANDSTILL_MS = 60_000;

/** Lets time pass; a case whose task fails for ever would keep it from passing for all, so it is ended. */
async function letPass(skipped: SkippedTime, minutes: number, cases: readonly FollowedCase[]): Promise<void> {
  const passed = skipped.sleep(minutes).then(() => 'passed' as const);
  while ((await within(STANDSTILL_MS, undefined, passed)) !== 'passed') {
    const stuck = await Promise.all(cases.map((one) => one.endIfStuck()));
    if (!stuck.includes(true)) await skipped.goOn();
  }
}

/** A case that ended may have another one begin. */
async function lookAt(cases: FollowedCase[]): Promise<void> {
  const running = cases.filter(({ isOver }) => !isOver);
  await eachOf(running, (one) => one.look());
  for (const one of running.filter(({ isOver }) => isOver)) {
    const next = await one.followers();
    await eachOf(next, (each) => each.start());
    cases.push(...next);
  }
}

async function resultOf(
  trial: Trial,
  followed: readonly FollowedCase[],
  { differences }: Comparisons,
): Promise<TrialResult> {
  const { state, calls, readings } = trial.sandbox;
  const given = await Promise.all(followed.map((one) => one.evidence()));
  const cases = given.filter((one): one is CaseEvidence => one !== undefined);
  const evidence = {
    ...{ committed: state.committed.list(), records: recordsOf(state), cases },
    calls: calls.toJSON().total,
    differences: trial.isCompared ? differences : undefined,
  };
  return {
    plan: trial.plan,
    findings: findingsIn(evidence),
    ends: followed.flatMap(({ one: { name }, snapshot, helped, cause }) =>
      snapshot ? [{ name, stage: snapshot.stage, ended: snapshot.ended, helped, cause }] : [],
    ),
    met: readings.met,
    kills: trial.kills,
    hits: state.faults.list().reduce((sum, { hits }) => sum + hits, 0),
  };
}

/** The bank's records, as the judge reads them. */
const recordsOf = (state: BankState): BankRecords => ({
  customers: state.customers.all().map(({ profile: { id, bvn } }) => ({ id, bvn })),
  applications: state.applications.all().map(({ id, request }) => ({
    id,
    reference: request.reference,
    customerId: request.customer_id,
  })),
  loans: state.loans.all().map(({ id, applicationId, instalments }) => ({
    id,
    applicationId,
    instalments: instalments.map((one) => ({ dueOn: one.dueOn, dueKobo: totalOf(one) })),
  })),
  payouts: state.payouts.all().map(({ reference, beneficiary, amountKobo }) => ({
    reference,
    payee: `${beneficiary.bank_code} ${beneficiary.account_number}`,
    amountKobo,
  })),
});
