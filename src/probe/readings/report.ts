import { dimensionNames, dimensions, type DimensionName } from '../../bank/contract/readings';
import type { Exchanges } from './exchanges';
import { observations, seenUnits, unknownWords } from './observations';

/** How a service reads one thing that the interface leaves open, as far as it was seen. */
export interface SeenReading {
  readonly dimension: DimensionName;
  readonly about: string;
  /** Absent where nothing showed it. */
  readonly reading?: string;
  /** Why it was not seen. */
  readonly reason?: string;
}

export interface ReadingsReport {
  readonly readings: readonly SeenReading[];
  /** What to put into the environment of the worker so that it reads this service right. */
  readonly settings: Readonly<Record<string, string>>;
  /** Words of the bank, by subject, whose meaning the setting `BANK_WORDS` must say. */
  readonly unknownWords: Readonly<Record<string, readonly string[]>>;
}

export const readingsSeen = (seen: Exchanges): ReadingsReport => ({
  readings: dimensionNames.map((dimension) => seenReading(dimension, seen)),
  settings: settingsFor(seen),
  unknownWords: unknownWords(seen),
});

function seenReading(dimension: DimensionName, seen: Exchanges): SeenReading {
  const { about } = dimensions[dimension];
  const observe = observations[dimension];
  if (!observe) return { dimension, about, reason: 'it cannot be seen without harm' };
  const reading = observe(seen);
  return reading ? { dimension, about, reading } : { dimension, about, reason: 'no reply showed it' };
}

function settingsFor(seen: Exchanges): Record<string, string> {
  const { transactions, balances } = seenUnits(seen);
  return {
    ...(transactions && { SERVICE_TRANSACTION_UNIT: transactions }),
    ...(balances && { SERVICE_BALANCE_UNIT: balances }),
  };
}
