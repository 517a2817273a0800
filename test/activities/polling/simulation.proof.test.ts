import { percentile, Simulation } from '../../support/activities/simulation';

const HOUR = 3_600_000;
const seeds = [1];

test.each(seeds)(
  'with a thousand that wait for decisions, all hear within hours, and payouts do not notice (seed %i)',
  async (seed) => {
    const simulation = await new Simulation(seed).applications(1_000, 6).payouts(200, 7).run();
    const { decisionsReportedAfterMs, submittedAfterMs, confirmedAfterMs, callsPerPayout } = simulation;
    expect(decisionsReportedAfterMs).toHaveLength(1_000);
    expect(Math.max(...decisionsReportedAfterMs)).toBeLessThanOrEqual(6 * HOUR);
    expect(percentile(submittedAfterMs, 0.99)).toBeLessThanOrEqual(1_000);
    expect(percentile(confirmedAfterMs, 0.95)).toBeLessThanOrEqual(120_000);
    expect(callsPerPayout).toBeLessThanOrEqual(1.9);
  },
);

test.each(seeds)(
  'with a thousand that wait for KYC, which no list shows, no call is left unused (seed %i)',
  async (seed) => {
    const simulation = await new Simulation(seed).customers(1_000, 6).payouts(100, 6).run();
    const { decisionsReportedAfterMs, submittedAfterMs, confirmedAfterMs, bank } = simulation;
    expect(decisionsReportedAfterMs).toHaveLength(1_000);
    expect(Math.max(...decisionsReportedAfterMs)).toBeLessThanOrEqual(6 * HOUR);
    expect(percentile(submittedAfterMs, 0.99)).toBeLessThanOrEqual(1_000);
    expect(percentile(confirmedAfterMs, 0.95)).toBeLessThanOrEqual(120_000);
    const busy = bank.usedOfWindows.slice(0, 24);
    expect(Math.min(...busy)).toBeGreaterThanOrEqual(95);
    expect(percentile(busy, 0.5)).toBeGreaterThanOrEqual(98);
  },
);
