import { hasLostTask } from '../../../chaos/readings/lost-task';

type Events = Parameters<typeof hasLostTask>[0];
type Begun = 'Scheduled' | 'Started' | 'Completed' | 'Failed' | 'TimedOut';

const MINUTE_MS = 60_000;

/** A history whose tasks are these, a minute apart; ended by force at the end where it is said. */
const history = (tasks: readonly Begun[], ...more: object[]): Events =>
  [...tasks.map((what) => ({ [`workflowTask${what}EventAttributes`]: {} })), ...more].map((event, place) => ({
    ...event,
    eventTime: { seconds: (place * MINUTE_MS) / 1_000 },
  })) as unknown as Events;

const terminated = { workflowExecutionTerminatedEventAttributes: {} };
const HOUR_MS = 60 * MINUTE_MS;

test('a task that was begun, never ended and followed by another one was lost by the server', () => {
  const lost = history(['Scheduled', 'Started', 'Scheduled', 'Started', 'Completed']);
  expect(hasLostTask(lost, HOUR_MS)).toBe(true);
});

test('a task that is begun and still not ended when its time is over was lost by the server', () => {
  const begun = history(['Scheduled', 'Started']);
  expect(hasLostTask(begun, 1.5 * MINUTE_MS)).toBe(false);
  expect(hasLostTask(begun, HOUR_MS)).toBe(true);
  expect(hasLostTask(history(['Scheduled', 'Started'], {}, terminated), HOUR_MS)).toBe(true);
});

test('a task that ended, be it by a failure or by its time, or that a termination cut off, was not lost', () => {
  for (const end of ['Completed', 'Failed', 'TimedOut'] as const)
    expect(hasLostTask(history(['Scheduled', 'Started', end, 'Scheduled']), HOUR_MS)).toBe(false);
  expect(hasLostTask(history(['Scheduled', 'Started'], terminated), HOUR_MS)).toBe(false);
});
