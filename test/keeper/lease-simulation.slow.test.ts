import { CALM, SimulatedProcess, VirtualTime, type Trouble } from '../support/keeper/simulation';
import { RowInMemory } from '../support/keeper/row-in-memory';
import { randomFrom } from '../support/random';

const TROUBLE: Trouble = {
  ...{ lostShare: 0.2, longestWayMs: 1_500 },
  ...{ stopShare: 0.05, longestStopMs: 40_000, jumpShare: 0.03 },
  sleeps: false,
};
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);
const PROCESSES = ['A', 'B', 'C'];

/** Processes that tend the lease in trouble, and then in calm. */
async function simulated(seed: number, worst: Trouble) {
  const random = randomFrom(seed);
  const [time, row] = [new VirtualTime(), new RowInMemory()];
  let trouble = worst;
  const all = PROCESSES.map((name) => new SimulatedProcess(name, time, row, random, () => trouble));
  let [keepers, mostAtOnce, changes] = [new Set<string>(), 0, 0];
  const look = () => {
    const now = new Set(PROCESSES.filter((_, place) => all[place]?.lease.isHeld()));
    mostAtOnce = Math.max(mostAtOnce, now.size);
    if ([...now].some((name) => !keepers.has(name))) changes += 1;
    if (now.size > 0) keepers = now;
  };
  for (const each of all) void each.live();
  await time.run(300_000, look);
  trouble = CALM;
  await time.run(380_000, look);
  const held = all.filter(({ lease }) => lease.isHeld()).length;
  return { mostAtOnce, changes, held };
}

test.each([
  ['processes stop and clocks are set', TROUBLE],
  ['machines sleep', { ...TROUBLE, sleeps: true }],
])(
  'while %s and queries are lost or come late, never two processes may call the bank at once, and one may in the end',
  async (_, worst) => {
    for (const seed of SEEDS) {
      const { changes, ...found } = await simulated(seed, worst);
      expect({ seed, ...found }).toEqual({ seed, mostAtOnce: 1, held: 1 });
      expect(changes).toBeGreaterThan(1);
    }
  },
);
