import { instantText } from '../case/snapshot';
import { nairaText } from '../money/amounts';

/**
 * What shows that money of a payout came back. It is evidence only for a payout that left this account: a payout to
 * another account of ours brings a credit under the same reference there.
 */
export interface ReturnedMoney {
  /**
   * `credit`: a line of the statement brings money in. `mark`: the bank has marked the debit as reversed. `event`: the
   * bank has told of a credit, which no statement was asked for.
   */
  readonly source: 'credit' | 'mark' | 'event';
  /** The account that the money came to. */
  readonly accountNumber: string;
  /** The bank's own reference of the credit or, of a mark, of the debit: it tells one return from another. */
  readonly uniqueRef: string;
  /** Kobo; an event's amount has no documented unit, and is left out. */
  readonly amountKobo?: number;
  /** ISO 8601, business time. */
  readonly at?: string;
}

/** What of the evidence concerns a payout out of this account, and has not been looked into before. */
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

/** What a message says of money that came back; undefined where it says nothing of the kind. */
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

/** How much came back, in kobo: the sum of the credits; a debit that is marked as reversed came back as a whole. */
function returnedKobo(returned: readonly ReturnedMoney[], paidKobo: number): number {
  const credits = returned.filter(({ source }) => source !== 'mark');
  const credited = credits.reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  return credits.length < returned.length ? Math.max(credited, paidKobo) : credited;
}

/** A payment as it ended first, with what a person has looked into of it since. */
interface PaidBefore {
  readonly amountKobo: number;
  readonly feeKobo?: number | undefined;
  readonly returned?: readonly ReturnedMoney[] | undefined;
}

/** What came back of a payment, with its lines, for people; the fee may have come back beside it. */
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
