import { burst, steady, type Work } from '../arrivals';
import { SETTINGS } from '../budget/budget';
import { product, warmUp } from '../budget/trial';
import type { Figures } from '../budget/figures';
import { atLeast, atMost, log, rounded, type Bar, type Report, type Row } from '../report';
import { inTestEnvironment, type TestEnvironment } from '../test-environment';
import { keeperOf } from './keeper';
import { takeOver, type Fate, type TakeOver } from './take-over';

const fates: readonly Fate[] = ['kill -9', 'SIGSTOP'];
/** A worker more than one may cost so much more of the bank's calls. */
const CALLS_MORE = 1.05;

function planned(quick: boolean) {
  const many = quick ? 120 : 300;
  const works: Work[] = [{ name: `burst of ${many}`, code: 'B', arrivalsMs: burst(many) }];
  if (!quick) works.push({ name: '300 an hour', code: 'S', arrivalsMs: steady(300, 1, SETTINGS.rate) });
  return { works, workers: quick ? [1, 2] : [1, 2, 4], trials: quick ? 1 : 10 };
}

/** Any number of workers on one key: what they cost and use, and how soon another one calls when the keeper is gone. */
export async function measureWorkers(quick: boolean): Promise<Report> {
  const { works, workers, trials } = planned(quick);
  const paid: Paid[] = [];
  for (const count of workers)
    paid.push(...(await withWorkers(count, (environment) => payAll(environment, works, count))));
  const takeOvers = await withWorkers(2, async (environment) => {
    const found: TakeOver[] = [];
    for (const fate of fates)
      for (let trial = 0; trial < trials; trial += 1)
        found.push(await takeOver(environment, fate, found.length));
    return found;
  });
  return {
    setting: { window: `${SETTINGS.limit};w=${SETTINGS.windowSeconds}`, compression: SETTINGS.rate },
    tables: { Payouts: paid, 'The keeper is gone': takeOvers },
    bars: bars(paid, takeOvers),
    figures: { workers: paid, takeOvers },
  };
}

/** One piece of work, by so many workers. */
interface Paid extends Row {
  readonly workers: number;
  readonly work: string;
  readonly refused: number;
  readonly use: number | null;
  readonly callsPerPayout: number | null;
  /** Uncompressed seconds until its end is known. */
  readonly p95: number | null;
  readonly unfinished: number;
  /** How often the lease changed hands meanwhile, although no worker was gone: a machine with no processor left does that. */
  readonly handOvers: number;
}

const withWorkers = <R>(count: number, use: (environment: TestEnvironment) => Promise<R>): Promise<R> =>
  inTestEnvironment(
    SETTINGS,
    async (environment) => {
      log(`${count} workers.`);
      for (let more = 1; more < count; more += 1) environment.hire();
      await warmUp(environment);
      return use(environment);
    },
    { keepsRecords: true },
  );

async function payAll(environment: TestEnvironment, works: readonly Work[], workers: number) {
  const rows: Paid[] = [];
  for (const work of works) {
    const { number: before } = await keeperOf(environment);
    const figures = await product(environment, work);
    const { number } = await keeperOf(environment);
    rows.push(paidBy(workers, figures, number - before));
  }
  return rows;
}

const paidBy = (workers: number, figures: Figures, handOvers: number): Paid => ({
  ...{ workers, work: figures.work, refused: figures.refused, use: figures.leastUseWhileWaiting },
  ...{ callsPerPayout: figures.callsPerPayout, p95: figures.confirmedP95S },
  ...{ unfinished: figures.unfinished, handOvers },
});

function bars(paid: readonly Paid[], takeOvers: readonly TakeOver[]): Bar[] {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const most = (values: readonly (number | null)[]) => Math.max(...values.map((value) => value ?? Infinity));
  const more = paid.map(({ work, callsPerPayout }) => {
    const one = paid.find((each) => each.workers === 1 && each.work === work);
    return callsPerPayout === null ? null : rounded(callsPerPayout / (one?.callsPerPayout ?? NaN));
  });
  const uses = paid.map(({ use }) => use).filter((use) => use !== null);
  return [
    atMost('refused calls', sum(paid.map(({ refused }) => refused)), 0),
    atLeast('least use of a window while work waits', Math.min(...uses), 98),
    atMost('calls beside those of one worker', most(more), CALLS_MORE),
    atMost('payouts without an end', sum([...paid, ...takeOvers].map(({ unfinished }) => unfinished)), 0),
    atMost('keeper gone: refused calls in all', sum(takeOvers.map(({ refused }) => refused)), 1),
    atMost(
      'keeper gone: most calls in a window, one refused',
      most(takeOvers.map((each) => each.mostInAWindow)),
      SETTINGS.limit + 1,
    ),
    atMost('keeper gone: seconds until the next call', most(takeOvers.map((each) => each.againAfterS)), 15),
  ];
}
