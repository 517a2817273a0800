import { atMost, rounded, type Bar, type Row } from '../report';
import { MONTH_DAYS } from './portfolio';
import type { SizeFigures } from './size';

/** Loans for which the figures are only calculated. */
const EXTRAPOLATED = [100_000, 1_000_000] as const;
/** Of a key, in a month: 100 in each quarter of an hour. */
const CALLS_A_MONTH = 100 * 4 * 24 * MONTH_DAYS;
const DAY_SECONDS = 86_400;
/** Ten times the loans may cost ten times as much, and a tenth more for what was measured by chance. */
const LINEAR = 1.1;

/** What grows with the loans, and how it is counted for all of them. */
const COSTS = {
  bytes: ({ loans, bytesPerLoan }: SizeFigures) => bytesPerLoan * loans,
  calls: ({ loans, callsPerLoanMonth }: SizeFigures) => callsPerLoanMonth * loans,
  workerCpu: ({ workerCpuPerDay }: SizeFigures) => workerCpuPerDay,
  serverCpu: ({ serverCpuPerDay }: SizeFigures) => serverCpuPerDay,
} as const;

type Cost = keyof typeof COSTS;

/** How much more the larger number of loans costs than the smaller one, by how much larger it is: 1 is linear. */
export function growth(small: SizeFigures, large: SizeFigures): Record<Cost, number> {
  const larger = large.loans / small.loans;
  const of = (cost: Cost) => COSTS[cost](large) / COSTS[cost](small) / larger;
  return { bytes: of('bytes'), calls: of('calls'), workerCpu: of('workerCpu'), serverCpu: of('serverCpu') };
}

export const growthBars = (found: Record<Cost, number>): Bar[] =>
  Object.entries(found).map(([cost, by]) => atMost(`growth of ${cost} (1 is linear)`, rounded(by), LINEAR));

/** What more loans would need, if every cost went on growing as the number of loans. */
export const extrapolated = (measured: SizeFigures): Row[] =>
  EXTRAPOLATED.map((loans) => {
    const times = loans / measured.loans;
    return {
      loans,
      'GB of Temporal': rounded((COSTS.bytes(measured) * times) / 1e9),
      'calls a month': rounded(COSTS.calls(measured) * times),
      keys: Math.ceil((COSTS.calls(measured) * times) / CALLS_A_MONTH),
      'worker cores': rounded((measured.workerCpuPerDay * times) / DAY_SECONDS),
      'server cores': rounded((measured.serverCpuPerDay * times) / DAY_SECONDS),
    };
  });
