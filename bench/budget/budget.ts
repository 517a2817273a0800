import { setTimeout as sleep } from 'node:timers/promises';
import { inTestEnvironment, type TestEnvironment } from '../test-environment';
import { burst, steady, type Work } from '../arrivals';
import type { Figures } from './figures';
import { atLeast, atMost, type Bar, type Report } from '../report';
import { baselineFigures } from '../baselines/comparison';
import { startCompetingClient } from './competing-client';
import { PRODUCT, product, warmUp } from './trial';

/** 900 s become 45: all that the business clock and the window measure runs 20 times as fast. */
const COMPRESSION = 20;
export const SETTINGS = {
  rate: COMPRESSION,
  limit: 100,
  windowSeconds: 900 / COMPRESSION,
  settlementSpread: 0.5,
  seed: 'bench',
};
/** What a foreign user takes of each window. */
const COMPETING_SHARE = 0.2;
/** The worker is killed when so much of its first window is used. */
const KILLED_AT = 50;

function planned(quick: boolean) {
  const hours = quick ? 0.25 : 3;
  const many = quick ? 120 : 300;
  const disturbed = quick ? 100 : 160;
  const at = (perHour: number, forHours: number) => steady(perHour, forHours, COMPRESSION);
  return {
    quiet: { name: '20 an hour', code: 'Q', arrivalsMs: at(20, quick ? 1 : 3) },
    burst80: { name: 'burst of 80', code: 'B80', arrivalsMs: burst(80) },
    burst300: { name: `burst of ${many}`, code: 'B300', arrivalsMs: burst(many) },
    steady300: { name: '300 an hour', code: 'S300', arrivalsMs: at(300, hours) },
    steady350: { name: '350 an hour', code: 'S350', arrivalsMs: at(350, hours) },
    competingClient: {
      name: `burst of ${disturbed}, competing client`,
      code: 'T',
      arrivalsMs: burst(disturbed),
    },
    kill: { name: `burst of ${disturbed}, kill -9`, code: 'K', arrivalsMs: burst(disturbed) },
  };
}

/**
 * Payouts against the rate limit: how many calls, how soon, how many refused; and the same by baseline policies. Bursts
 * have the machine for themselves; the rest takes hours that are hardly busy, so it runs side by side.
 */
export async function measureBudget(quick: boolean): Promise<Report> {
  const works = planned(quick);
  const { quiet, burst80, burst300, steady300, steady350, competingClient, kill } = works;
  const bursts = await onStack(alone(burst80), alone(burst300));
  const others = await Promise.all([
    onStack(alone(steady300)),
    onStack(alone(steady350)),
    onStack(alone(quiet)),
    onStack(withCompetingClient(competingClient), withKill(kill)),
    ...[burst80, burst300, steady300, steady350, quiet].map((work) => baselineFigures(SETTINGS, work)),
  ]);
  const measured = [...bursts, ...others.flat()];
  const rows = Object.values(works).flatMap(({ name }) => measured.filter(({ work }) => work === name));
  return { setting, tables: { Payouts: rows }, bars: bars(rows.filter(({ who }) => who === PRODUCT)) };
}

/** Something to be measured on a stack. */
type Trial = (environment: TestEnvironment) => Promise<Figures[]>;

/** Trials one after the other, on a stack of their own whose worker knows every beneficiary. */
const onStack = (...trials: readonly Trial[]): Promise<Figures[]> =>
  inTestEnvironment(SETTINGS, async (environment) => {
    await warmUp(environment);
    const rows: Figures[] = [];
    for (const trial of trials) rows.push(...(await trial(environment)));
    return rows;
  });

const alone =
  (work: Work): Trial =>
  async (environment) => [await product(environment, work)];

const withCompetingClient =
  (work: Work): Trial =>
  async (environment) => {
    let end = () => {};
    const compete = async () => {
      end = startCompetingClient(environment.sandbox, environment.sandboxUrl, COMPETING_SHARE);
    };
    return [await product(environment, work, compete).finally(() => end())];
  };

const withKill =
  (work: Work): Trial =>
  async (environment) => {
    const { history } = environment.sandbox.window;
    const kill = async () => {
      const opened = history.length;
      while ((history[opened]?.used ?? 0) < KILLED_AT) await sleep(5);
      await environment.replaceWorker();
    };
    return [await product(environment, work, kill)];
  };

const setting = {
  window: `${SETTINGS.limit};w=${SETTINGS.windowSeconds}`,
  compression: COMPRESSION,
  settlement: 'log-normal, median 20 s uncompressed, sigma 0.5',
  submitted: 'real seconds until the bank has it',
  confirmed: 'uncompressed seconds until its end is known',
};

function bars([
  quiet,
  burst80,
  burst300,
  steady300,
  steady350,
  competingClient,
  kill,
]: readonly Figures[]): Bar[] {
  const alone = [quiet, burst80, burst300, steady300, steady350].filter((each) => each !== undefined);
  const uses = alone.map(({ leastUseWhileWaiting }) => leastUseWhileWaiting ?? Infinity);
  const refused = alone.reduce((sum, each) => sum + each.refused, 0);
  return [
    atMost('calls per payout when quiet', quiet?.callsPerPayout, 5),
    atMost('burst of 80: submitted p95, real s', burst80?.submittedP95S, 5),
    atMost('large burst: window of submitted p95', burst300?.submittedP95Window, 3),
    atMost('300 an hour: calls per payout', steady300?.callsPerPayout, 1.25),
    atMost('300 an hour: confirmed p50, s', steady300?.confirmedP50S, 60),
    atMost('300 an hour: confirmed p95, s', steady300?.confirmedP95S, 300),
    atMost('350 an hour: confirmed p95, s', steady350?.confirmedP95S, 900),
    atMost('refused calls, alone', refused, 0),
    atMost('competing client: most refused in a window', competingClient?.mostRefusedInAWindow, 1),
    atMost('kill -9: refused calls', kill?.refused, 1),
    atLeast('least use of a window while work waits', Math.min(...uses), 98),
  ];
}
