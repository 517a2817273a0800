import { percentile, Simulation } from '../../support/activities/simulation';

const seeds = [1];

test.each(seeds)(
  'in windows of 100 calls per 900 s, a quiet payout is confirmed seconds after it settled (seed %i)',
  async (seed) => {
    const { bank, ...quiet } = await new Simulation(seed).payouts(20, 12).run();
    expect(percentile(quiet.confirmedAfterSettlingMs, 0.5)).toBeLessThanOrEqual(5_000);
    expect(percentile(quiet.confirmedAfterMs, 0.95)).toBeLessThanOrEqual(90_000);
    expect(bank.refused).toBe(0);
  },
);

test.each(seeds)(
  'in windows of 100 calls per 900 s, half of five payouts an hour are confirmed within three seconds (seed %i)',
  async (seed) => {
    const { confirmedAfterSettlingMs } = await new Simulation(seed).payouts(5, 48).run();
    expect(percentile(confirmedAfterSettlingMs, 0.5)).toBeLessThanOrEqual(3_000);
  },
);

test.each(seeds)(
  'in windows of 100 calls per 900 s, with a known beneficiary, 300 payouts an hour cost at most 1.25 calls each (seed %i)',
  async (seed) => {
    const { bank, callsPerPayout, confirmedAfterMs } = await new Simulation(seed).payouts(300, 6).run();
    expect(callsPerPayout).toBeLessThanOrEqual(1.25);
    expect(percentile(confirmedAfterMs, 0.5)).toBeLessThanOrEqual(60_000);
    expect(percentile(confirmedAfterMs, 0.95)).toBeLessThanOrEqual(300_000);
    expect(bank.refused).toBe(0);
  },
);

test.each(seeds)(
  'in windows of 100 calls per 900 s, with a known beneficiary, 350 payouts an hour are confirmed within half a window (seed %i)',
  async (seed) => {
    const { bank, confirmedAfterMs } = await new Simulation(seed).payouts(350, 6).run();
    expect(percentile(confirmedAfterMs, 0.95)).toBeLessThanOrEqual(450_000);
    expect(bank.refused).toBe(0);
  },
);

test('in windows of 100 calls per 900 s, with a known beneficiary, a burst of 80 is settled by two or three pages', async () => {
  const simulation = new Simulation(1);
  for (let number = 0; number < 80; number++) simulation.payoutAt(0, `P-${number}`);
  const { bank, confirmedAfterMs } = await simulation.run();
  expect(confirmedAfterMs).toHaveLength(80);
  expect(percentile(confirmedAfterMs, 0.5)).toBeLessThanOrEqual(60_000);
  expect(percentile(confirmedAfterMs, 0.95)).toBeLessThanOrEqual(120_000);
  expect(bank.callsInAll).toBeLessThanOrEqual(80 + 6);
});

test('in windows of 100 calls per 900 s, with a known beneficiary, a burst of 300 is sent in four windows, and each shows what became of those before it', async () => {
  const simulation = new Simulation(1);
  for (let number = 0; number < 300; number++) simulation.payoutAt(0, `P-${number}`);
  const { bank, submittedAfterMs, confirmedAfterMs } = await simulation.run();
  expect(percentile(submittedAfterMs, 0.95)).toBeLessThanOrEqual(2.5 * 900_000);
  expect(percentile(confirmedAfterMs, 0.5)).toBeLessThanOrEqual(2.5 * 900_000);
  expect(bank.callsInAll).toBeLessThanOrEqual(300 + 14);
});

test.each([100, 500, 2_000, 5_000])(
  'a burst of 300 costs no more calls when a busy worker begins to poll for a payout %i ms after it was sent',
  async (delayMs) => {
    const simulation = new Simulation(1, { rate: 20 }, { windowMs: 45_000 }, delayMs);
    for (let number = 0; number < 300; number++) simulation.payoutAt(0, `P-${number}`);
    const { bank } = await simulation.run();
    expect(bank.callsInAll).toBeLessThanOrEqual(300 + 20);
  },
);

test('on a clock 20 times as fast, with a window 20 times as short, the same holds', async () => {
  const compressed = { windowMs: 45_000 };
  const { callsPerPayout, confirmedAfterMs } = await new Simulation(1, { rate: 20 }, compressed)
    .payouts(300, 6)
    .run();
  expect(callsPerPayout).toBeLessThanOrEqual(1.4);
  expect(percentile(confirmedAfterMs, 0.5) * 20).toBeLessThanOrEqual(60_000);
  expect(percentile(confirmedAfterMs, 0.95) * 20).toBeLessThanOrEqual(300_000);
});

test('where calls are plentiful, a payout is asked about at once and confirmed as it settles', async () => {
  const { confirmedAfterMs } = await new Simulation(1, undefined, { limit: 1_000_000 }).payouts(300, 1).run();
  expect(percentile(confirmedAfterMs, 0.5)).toBeLessThanOrEqual(35_000);
});
