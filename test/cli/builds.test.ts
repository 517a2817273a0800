import { findingsOn as findings } from '../../src/cli/doctor/temporal';
import type { Build } from '../../src/temporal/worker-deployment';

const findingsOn = (builds: readonly Build[], hasUnversioned: boolean) =>
  findings(builds, hasUnversioned, '--address temporal.internal:7233 --namespace payouts');

const build = (id: string, state: Build['state'], isThere = true): Build => ({
  ...{ id, state, isThere },
});

test('the doctor finds nothing wrong while workers of the current build and of those that drain are there', () => {
  const found = findingsOn(
    [build('new', 'current'), build('old', 'draining'), build('oldest', 'drained', false)],
    false,
  );
  expect(found).toMatchObject([{ verdict: 'fine', found: 'new current, old draining, oldest drained' }]);
});

test('the doctor says which build has open cases and no worker', () => {
  const found = findingsOn([build('new', 'current'), build('old', 'draining', false)], false);
  expect(found).toMatchObject([
    {
      verdict: 'wrong',
      found: 'old is draining, and no worker of it asks for work',
      todo: expect.stringContaining('CHANGING'),
    },
  ]);
});

test('the doctor finds builds wrong of which none gets what is new, and says how to go back', () => {
  const found = findingsOn([build('gone', 'idle', false), build('first', 'idle')], false);
  expect(found).toMatchObject([
    {
      verdict: 'wrong',
      found: 'none is current, and workers get no workflows: gone idle, first idle',
      todo: expect.stringMatching(/--build-id first"; back .*--unversioned"$/),
    },
  ]);
});

test.each([
  ['that is gone', false, true],
  ['that is gone with all others', false, false],
  ['that asks for work, too', true, true],
])(
  'beside workers without a build no build needs to be current, such as one %s',
  (_what, isThere, hasOthers) => {
    const found = findingsOn([build('tried', 'idle', isThere)], hasOthers);
    expect(found).toMatchObject([
      { verdict: 'fine', found: expect.stringContaining('workers without a build') },
    ]);
  },
);

test.each([
  [
    [],
    /start one with WORKER_BUILD_ID=tried, .*-version --address temporal\.internal:7233 --namespace payouts .*--unversioned"$/,
  ],
  [[build('new', 'idle')], /--namespace payouts .*--build-id new"/],
])(
  'if the current build is gone, the doctor says how those that ask for work get what is new',
  (others, todo) => {
    const found = findingsOn([...others, build('tried', 'current', false)], true);
    expect(found).toMatchObject([
      {
        verdict: 'wrong',
        found: 'tried is current, and no worker of it asks for work: one that does has no WORKER_BUILD_ID',
        todo: expect.stringMatching(todo),
      },
    ]);
  },
);
