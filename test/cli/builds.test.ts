import { findingsOn } from '../../src/cli/doctor/temporal';
import type { Build } from '../../src/temporal/worker-deployment';

const build = (id: string, state: Build['state'], isThere = true): Build => ({
  ...{ id, state, isThere },
  percentage: state === 'current' ? 100 : 0,
});

test('the doctor finds nothing wrong while workers of the current build and of those that drain are there', () => {
  const found = findingsOn([
    build('new', 'current'),
    build('old', 'draining'),
    build('oldest', 'drained', false),
  ]);
  expect(found).toMatchObject([{ verdict: 'fine', found: 'new current, old draining, oldest drained' }]);
});

test('the doctor says which build has open cases and no worker', () => {
  const found = findingsOn([build('new', 'current'), build('old', 'draining', false)]);
  expect(found).toMatchObject([
    {
      verdict: 'wrong',
      found: 'old is draining, and no worker of it asks for work',
      todo: expect.stringContaining('CHANGING'),
    },
  ]);
});

test('the doctor finds builds wrong of which none gets what is new', () => {
  const found = findingsOn([build('first', 'idle')]);
  expect(found).toMatchObject([{ verdict: 'wrong', found: 'none is current: first idle' }]);
});
