import { Program } from '../support/program';

/** One count of everything. */
interface Counted {
  readonly failedTasks: number;
  readonly healed: number;
  readonly failedPayoutTasks: number;
  readonly lost: number;
  readonly duplicates: number;
  readonly moved: number;
}

test('builds change under load: what a bad one breaks heals by going back to the one before, and nothing is lost or done twice', async () => {
  const { out, err, code } = await new Program('chaos/main.ts', ['rollout', '--quick', '--json']).ended;
  const result = JSON.parse(out) as Counted;
  expect({ ...result, err }).toMatchObject({ failedPayoutTasks: 0, lost: 0, duplicates: 0 });
  expect(result.failedTasks).toBeGreaterThan(0);
  expect(result.healed).toBe(result.failedTasks);
  expect(result.moved).toBeGreaterThan(0);
  expect(code).toBe(0);
});
