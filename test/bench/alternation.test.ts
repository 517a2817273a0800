import { comparison } from '../../bench/engine/alternation';

const block = (perSecond: number) => ({
  perSecond,
  p50Ms: 1_000 / perSecond,
  workerCpuMs: 20,
  serverCpuMs: 40,
  callerCpuMs: 5,
});
const round = (bare: number, off: number, on: number) => ({
  bare: block(bare),
  off: block(off),
  on: block(on),
});

const compared = (...rounds: readonly ReturnType<typeof round>[]) => {
  const { figures, ratio } = comparison(rounds, ['bare', 'off', 'on']);
  const speed = (one: 'off' | 'on', other: 'bare' | 'off') => ratio(one, other, ({ perSecond }) => perSecond);
  return { figures, ratios: [speed('off', 'bare'), speed('on', 'off'), speed('on', 'bare')] };
};

test('ratios hold what ran side by side against each other, so that a machine which slows down changes nothing', () => {
  const { figures, ratios } = compared(round(40, 36, 32), round(20, 18, 16), round(10, 9, 8));
  expect(ratios).toEqual([0.9, 0.889, 0.8]);
  expect(figures.off).toEqual({
    perSecond: 18,
    p50Ms: 55.6,
    workerCpuMs: 20,
    serverCpuMs: 40,
    callerCpuMs: 5,
  });
});

test('one block that was disturbed changes nothing', () => {
  expect(compared(round(40, 36, 32), round(40, 1, 32), round(40, 36, 32)).ratios).toEqual([0.9, 0.889, 0.8]);
});
