import { RequestBudget } from '../../src/service/request-budget';
import { complaints } from './simulation/complaints';
import { plantedFaults } from './simulation/planted-faults';
import { simulate, type MakeBudget } from './simulation/simulate';
import { worldOf } from './simulation/world';

/** `SIMULATION_SEED=4711 npm test -- simulation` runs one world alone. */
const { SIMULATION_SEED } = process.env;
const SEEDS = SIMULATION_SEED === undefined ? [...Array(10_000).keys()] : [Number(SIMULATION_SEED)];

/** The worlds in which a budget goes wrong, with what it does. */
function failures(makeBudget: MakeBudget, seeds: readonly number[], most = 5): string[] {
  const found: string[] = [];
  for (const seed of seeds) {
    const world = worldOf(seed);
    const wrong = complaints(world, simulate(world, makeBudget));
    if (wrong.length > 0) found.push(`seed ${seed}: ${wrong.join('; ')} in ${JSON.stringify(world)}`);
    if (found.length === most) break;
  }
  return found;
}

describe('the request budget, in ten thousand simulated worlds', () => {
  // The time of day jumps back and forth; only a monotonic clock counts.
  beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => Math.random() * 4e12));
  afterEach(() => jest.restoreAllMocks());

  test('never is refused by its own doing, uses and shares every window, and lets all work end', () => {
    expect(failures((policy, random) => new RequestBudget(policy, random), SEEDS)).toEqual([]);
  });

  test.each(Object.entries(plantedFaults))('%s would be found', (_, makeBudget) => {
    expect(failures(makeBudget, [...Array(2_000).keys()], 1)).toHaveLength(1);
  });
});
