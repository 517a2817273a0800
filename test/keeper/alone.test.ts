import { otherSince } from '../../src/keeper/other-callers';

const SINCE_MS = 1_900_000_000_000;

/** A server on which these workers have asked for calls of the bank, so many seconds after the instant. */
const serverWith = (...asked: readonly [identity: string, seconds: number][]) => {
  const pollers = asked.map(([identity, seconds]) => ({
    identity,
    lastAccessTime: { seconds: SINCE_MS / 1_000 + seconds },
  }));
  return {
    options: { namespace: 'default' },
    workflowService: { describeTaskQueue: async () => ({ pollers }) },
  } as unknown as Parameters<typeof otherSince>[0];
};

test.each<[string, [string, number][], boolean]>([
  ['no other worker', [['self', 5]], false],
  ['another that ended before', [['gone', -5]], false],
  [
    'another that works now',
    [
      ['self', 5],
      ['other', 6],
    ],
    true,
  ],
])('beside a worker without a keeper, %s is told apart', async (_, asked, isFound) => {
  expect(await otherSince(serverWith(...asked), 'self', SINCE_MS)).toBe(isFound);
});
