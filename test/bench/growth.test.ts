import { extrapolated, growth, growthBars } from '../../bench/scale/growth';
import type { SizeFigures } from '../../bench/scale/size';

const small: SizeFigures = {
  ...{ loans: 1_000, bytesPerLoan: 20_000, recordBytesPerLoan: 5_000, callsPerLoanMonth: 3, refused: 0 },
  ...{ workerCpuPerDay: 10, serverCpuPerDay: 20, listP95Ms: 50, casePageP95Ms: 50 },
  ...{ firstCallSeconds: 10, deskSeconds: 10, startedPerSecond: 20 },
};
const large: SizeFigures = { ...small, loans: 10_000, workerCpuPerDay: 100, serverCpuPerDay: 200 };

test('costs that are ten times as high for ten times the loans have a growth of 1, which holds', () => {
  expect(growth(small, large)).toEqual({ bytes: 1, calls: 1, workerCpu: 1, serverCpu: 1 });
  expect(growthBars(growth(small, large)).every(({ holds }) => holds)).toBe(true);
});

test('a cost that grows faster than the loans does not hold, whatever the others do', () => {
  const found = growth(small, { ...large, workerCpuPerDay: 200 });
  expect(found.workerCpu).toBe(2);
  expect(growthBars(found).filter(({ holds }) => !holds)).toHaveLength(1);
});

test('what was not measured is calculated from what was: keys by the calls that one allows in a month', () => {
  expect(extrapolated(large)).toEqual([
    expect.objectContaining({ loans: 100_000, 'calls a month': 300_000, keys: 2, 'GB of Temporal': 2 }),
    expect.objectContaining({ loans: 1_000_000, 'calls a month': 3_000_000, keys: 11 }),
  ]);
});
