import { randomFrom } from '../test/support/random';

/** Payouts that are wanted, and when: in real milliseconds after the start. */
export interface Work {
  readonly name: string;
  /** Begins the references. */
  readonly code: string;
  readonly arrivalsMs: readonly number[];
}

/** All at once. */
export const burst = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

/** At random instants, so many an hour on average and always the same ones; the hours are compressed. */
export function steady(perHour: number, hours: number, compression: number): readonly number[] {
  const random = randomFrom(perHour);
  const meanGapMs = 3_600_000 / perHour / compression;
  let atMs = 0;
  return Array.from(
    { length: Math.round(perHour * hours) },
    () => (atMs -= Math.log(1 - random()) * meanGapMs),
  );
}
