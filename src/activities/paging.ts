import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../service/contract';
import { RateLimitedError, UnexpectedResponseError } from '../service/errors';

/** One page of a list, and whether it is known to be the last. */
interface Page<T> {
  readonly items: readonly T[];
  readonly isLast: boolean;
}

/** How a list is read. */
interface Listing<T> {
  readonly readPage: (page: number) => Promise<Page<T>>;
  /** Tells items apart: pages shift while new ones arrive. */
  readonly keyOf: (item: T) => string;
  /** Instants in one form, so that they can be compared as text. */
  readonly atOf: (item: T) => string;
}

/** Largest page that the service is assumed to give. */
export const PAGE_SIZE = 100;

/**
 * Everything in a list since an instant, in as few pages as can be. The newest is expected first; where that is not
 * so, all pages are read.
 */
export async function readBackTo<T>(fromAt: string, { readPage, keyOf, atOf }: Listing<T>): Promise<T[]> {
  const found = new Map<string, T>();
  for (let page = 1; ; page++) {
    const { items, isLast } = await readPage(page);
    const known = found.size;
    for (const item of items) found.set(keyOf(item), item);
    // A page without anything new: whatever the service means by it, going on would bring nothing either.
    if (isLast || found.size === known || isPast(fromAt, [...found.values()].map(atOf)))
      return [...found.values()].filter((item) => atOf(item) >= fromAt);
  }
}

/** Whether older instants alone can follow: the list has come down from the newest past the one that is looked for. */
function isPast(fromAt: string, instants: readonly string[]): boolean {
  const isNewestFirst = instants.every((at, place) => place === 0 || at <= (instants[place - 1] ?? at));
  return isNewestFirst && (instants.at(-1) ?? '') < fromAt;
}

/** An instant as a reply writes it, in the form in which instants can be compared. @throws UnexpectedResponseError */
export function instantIn(operation: OperationName, field: string, text: string): string {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new UnexpectedResponseError(operation, `in the reply there is no instant in ${field}`);
  return instant.toISOString();
}

/** Makes a call of many: when the window is used up it waits for the next one, and goes on where it was. */
export async function patiently<R>(call: () => Promise<R>, signal?: AbortSignal): Promise<R> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await sleep(error.retryAfterMs, undefined, signal && { signal });
    }
  }
}
