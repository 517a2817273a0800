import { figuresOf } from '../../bench/engine/alternation';

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

test('ratios hold what ran side by side against each other, so that a machine which slows down changes nothing', () => {
  const figures = figuresOf([round(40, 36, 32), round(20, 18, 16), round(10, 9, 8)]);
  expect(figures).toMatchObject({ offToBare: 0.9, onToOff: 0.889, onToBare: 0.8 });
  expect(figures.off).toEqual({
    perSecond: 18,
    p50Ms: 55.6,
    workerCpuMs: 20,
    serverCpuMs: 40,
    callerCpuMs: 5,
  });
});

test('one block that was disturbed changes nothing', () => {
  const rounds = [round(40, 36, 32), round(40, 1, 32), round(40, 36, 32)];
  expect(figuresOf(rounds)).toMatchObject({ offToBare: 0.9, onToOff: 0.889, onToBare: 0.8 });
});
