import { instantText } from '../case/snapshot';
import { nairaText } from '../money/amounts';

/**
 * Evidence that money of a payout came back. It counts only for a payout that left this account: a payout to
 * another account of ours brings a credit under the same reference there.
 */
export interface ReturnedMoney {
  /**
   * `credit`: a line of the statement brings money in. `mark`: the bank has marked the debit as reversed.
   * `event`: a money event reported a credit; no statement was read for it.
   */
  readonly source: 'credit' | 'mark' | 'event';
  /** The account that received the money. */
  readonly accountNumber: string;
  /** The bank's own reference of the credit or, for a mark, of the debit; it identifies a return. */
  readonly uniqueRef: string;
  /** Kobo; an event's amount has no documented unit, and is left out. */
  readonly amountKobo?: number;
  /** ISO 8601, business time. */
  readonly at?: string;
}

/** The evidence about a payout out of this account that is not among the known returns. */
export const newReturns = (
  shown: readonly ReturnedMoney[],
  account: string,
  known: readonly ReturnedMoney[] = [],
): ReturnedMoney[] =>
  shown.filter(
    ({ accountNumber, uniqueRef, source }) =>
      accountNumber === account &&
      !known.some(
        (other) => other.uniqueRef === uniqueRef && (other.source === 'mark') === (source === 'mark'),
      ),
  );

/** Reads a return from an unchecked message; `undefined` if it is not one. */
export function readReturned(given: unknown): ReturnedMoney | undefined {
  const { source, accountNumber, uniqueRef, amountKobo, at } = Object(given) as Partial<ReturnedMoney>;
  if (source === undefined || !SOURCES.includes(source)) return undefined;
  if (!isWord(accountNumber) || !isWord(uniqueRef)) return undefined;
  return {
    source,
    accountNumber,
    uniqueRef,
    ...(typeof amountKobo === 'number' && amountKobo > 0 && { amountKobo }),
    ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) && { at }),
  };
}

const SOURCES: readonly ReturnedMoney['source'][] = ['credit', 'mark', 'event'];
const isWord = (given: unknown): given is string => typeof given === 'string' && /^[\w.-]{1,64}$/.test(given);

/** The returned amount, in kobo: the sum of the credits; a debit marked as reversed came back in full. */
function returnedKobo(returned: readonly ReturnedMoney[], paidKobo: number): number {
  const credits = returned.filter(({ source }) => source !== 'mark');
  const credited = credits.reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  return credits.length < returned.length ? Math.max(credited, paidKobo) : credited;
}

/** A payment with its first end, and the returns that a person has looked into since. */
interface PaidBefore {
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  readonly returned?: readonly ReturnedMoney[] | undefined;
}

/** A text for people on the returned money of a payment, with its lines; the fee may be part of it. */
export function returnedText(
  returned: readonly ReturnedMoney[],
  { amountKobo, feeKobo = 0, returned: earlier = [] }: PaidBefore,
): string {
  const backKobo = returnedKobo(returned, amountKobo);
  const [back, paid] = [nairaText(backKobo), nairaText(amountKobo)];
  const how =
    backKobo < amountKobo
      ? `${back} of ${paid} came back`
      : `${back} came back${backKobo > amountKobo + feeKobo ? `, more than the ${paid} that were paid` : ''}`;
  const before =
    earlier.length > 0
      ? `, beside ${nairaText(returnedKobo(earlier, amountKobo))} that a person has looked into before ${linesText(earlier)}`
      : '';
  return `${how} ${linesText(returned)}${before}`;
}

const linesText = (returned: readonly ReturnedMoney[]): string => {
  const lines = returned.map(({ source, uniqueRef, at }) => {
    const what = source === 'mark' ? 'the debit marked as reversed' : 'the credit';
    return `${what} ${uniqueRef}${at === undefined ? '' : `, ${instantText(at)}`}`;
  });
  return `(${lines.join('; ')})`;
};
