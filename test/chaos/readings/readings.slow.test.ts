import { faults } from '../../../chaos/readings/oracle';
import { Program } from '../../support/program';

/** A small version of `npm run chaos -- readings`; it ends with 0 only when nothing was found. */
test('no seed of readings, faults and kills leads to a second payment, a false end or a case without exit', async () => {
  const { code, out, err } = await new Program('chaos/main.ts', [
    'readings',
    '--quick',
    '--seeds',
    '1',
    '--json',
  ]).ended;
  expect({ code, err }).toEqual({ code: 0, err });
  const found = JSON.parse(out) as Record<string, number>;
  expect(faults.map((name) => found[name])).toEqual(faults.map(() => 0));
  expect(found.seeds).toBeGreaterThan(0);
});

test('a seed that is no number is a wrong use', async () => {
  const { code } = await new Program('chaos/main.ts', ['readings', '--seed', 'many']).ended;
  expect(code).toBe(2);
});
