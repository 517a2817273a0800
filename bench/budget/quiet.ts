import { burst, steady } from '../arrivals';
import { baselineFigures } from '../baselines/comparison';
import { atMost, type Bar, type Report } from '../report';
import { inTestEnvironment } from '../test-environment';
import type { Figures } from './figures';
import { PRODUCT, product, warmUp } from './trial';

/** The bank as in `bench budget`, so many times as fast. */
const settingsFor = (compression: number) => ({
  rate: compression,
  limit: 100,
  windowSeconds: 900 / compression,
  settlementSpread: 0.5,
  seed: 'bench',
});

/** The engine's own time is not compressed: where seconds are measured, it must not count for many. */
const COMPRESSION = { quiet: 5, steady: 20, burst: 1 };

/**
 * What spare calls buy: how soon after the bank's settlement quiet payouts are confirmed, beside the
 * baselines; that many payouts take no more calls for it; and what one page of the bank's list does for a burst.
 */
export const measureQuiet = (quick: boolean): Promise<Report> =>
  inTestEnvironment(settingsFor(COMPRESSION.burst), async (uncompressed) => {
    // The burst needs an empty window of 15 minutes, which ends while the others are measured.
    await warmUp(uncompressed);
    const steadyFigures = await measureSteady(quick ? 0.5 : 3);
    const [quiet, ...baselines] = await measureAtRest(quick ? 1 : 3);
    const all = { name: 'burst of 80, not compressed', code: 'B80', arrivalsMs: burst(80) };
    const burstFigures = await product(uncompressed, all);
    const ours = { quiet, steady: steadyFigures, burst: burstFigures };
    const rows = [quiet, ...baselines, steadyFigures, burstFigures].filter((row) => row !== undefined);
    return { setting, tables: { Payouts: rows }, bars: barsOf(ours), figures: told(ours, baselines) };
  });

/** The product first, then the baselines, side by side. */
async function measureAtRest(hours: number): Promise<Figures[]> {
  const settings = settingsFor(COMPRESSION.quiet);
  const work = { name: '20 an hour', code: 'Q', arrivalsMs: steady(20, hours, COMPRESSION.quiet) };
  const [ours, baselines] = await Promise.all([onStack(settings, work), baselineFigures(settings, work)]);
  return [ours, ...baselines];
}

const measureSteady = (hours: number): Promise<Figures> =>
  onStack(settingsFor(COMPRESSION.steady), {
    name: '300 an hour',
    code: 'S300',
    arrivalsMs: steady(300, hours, COMPRESSION.steady),
  });

const onStack = (settings: ReturnType<typeof settingsFor>, work: Parameters<typeof product>[1]) =>
  inTestEnvironment(settings, async (environment) => {
    await warmUp(environment);
    return product(environment, work);
  });

const setting = {
  compression: Object.entries(COMPRESSION)
    .map(([what, times]) => `${what} ${times}`)
    .join(', '),
  settlement: 'log-normal, median 20 s uncompressed, sigma 0.5',
  submitted: 'real seconds until the bank has it',
  confirmed: 'uncompressed seconds until its end is known, from the start and from the settlement',
};

interface Ours {
  readonly quiet: Figures | undefined;
  readonly steady: Figures;
  readonly burst: Figures;
}

const told = ({ quiet, steady: many, burst: atOnce }: Ours, baselines: readonly Figures[]) => ({
  quiet: {
    half: quiet?.afterSettlingP50S,
    callsPerPayout: quiet?.callsPerPayout,
    baselines: Object.fromEntries(baselines.map(({ who, afterSettlingP50S: half }) => [who, half])),
  },
  steady: { callsPerPayout: many.callsPerPayout },
  burst: { submittedP95: atOnce.submittedP95S, half: atOnce.confirmedP50S, p95: atOnce.confirmedP95S },
  refused: refusedIn([quiet, many, atOnce]),
});

const refusedIn = (all: readonly (Figures | undefined)[]) =>
  all.reduce((sum, figures) => sum + (figures?.refused ?? 0), 0);

const barsOf = ({ quiet, steady: many, burst: atOnce }: Ours): Bar[] => [
  atMost('20 an hour: half confirmed after settlement, s', quiet?.afterSettlingP50S, 3),
  atMost('300 an hour: calls per payout', many.callsPerPayout, 1.25),
  atMost('burst of 80: submitted p95, s', atOnce.submittedP95S, 5),
  atMost('burst of 80: half confirmed, s', atOnce.confirmedP50S, 60),
  atMost('burst of 80: confirmed p95, s', atOnce.confirmedP95S, 120),
  atMost(`refused calls of ${PRODUCT}`, refusedIn([quiet, many, atOnce]), 0),
];
