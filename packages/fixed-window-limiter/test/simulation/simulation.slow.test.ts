import { RateLimiter } from '../../src';
import { complaints } from './complaints';
import { plantedFaults } from './planted-faults';
import { simulate, type MakeLimiter } from './simulate';
import { scenarioOf } from './scenario';

/** `SIMULATION_SEED=4711 npm run test:slow -- simulation` runs one scenario alone, `SIMULATION_SEEDS=500` the first of them. */
const { SIMULATION_SEED, SIMULATION_SEEDS = 10_000 } = process.env;
const SEEDS =
  SIMULATION_SEED === undefined ? [...Array(Number(SIMULATION_SEEDS)).keys()] : [Number(SIMULATION_SEED)];

/** The scenarios in which a limiter goes wrong, with what it does. */
function failures(makeLimiter: MakeLimiter, seeds: readonly number[], most = 5): string[] {
  const found: string[] = [];
  for (const seed of seeds) {
    const scenario = scenarioOf(seed);
    const wrong = complaints(scenario, simulate(scenario, makeLimiter));
    if (wrong.length > 0) found.push(`seed ${seed}: ${wrong.join('; ')} in ${JSON.stringify(scenario)}`);
    if (found.length === most) break;
  }
  return found;
}

// The time of day jumps back and forth; only a monotonic clock counts.
beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => Math.random() * 4e12));
afterEach(() => jest.restoreAllMocks());

test('the request limiter, in ten thousand simulated scenarios, is never refused by its own doing, uses and shares every window, and lets all work end', () => {
  expect(failures((settings) => new RateLimiter(settings), SEEDS)).toEqual([]);
});

test.each(Object.entries(plantedFaults))(
  'the request limiter, in ten thousand simulated scenarios %s would be found',
  (_, makeLimiter) => {
    expect(failures(makeLimiter, [...Array(2_000).keys()], 1)).toHaveLength(1);
  },
);
