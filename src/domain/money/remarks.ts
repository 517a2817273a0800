import { isReference, REFERENCE_PATTERN } from '../wire/references';

/** Longest remark that banks carry to the beneficiary, in characters. */
export const REMARK_MAX = 100;

/** What a transaction of a payout is: the transfer itself, its fee, or money that came back. */
export type TransactionKind = 'transfer' | 'charge' | 'reversal';

/** The words with which the bank begins the descriptions of what belongs to a payout or a repayment. */
const PREFIXES = [
  { pattern: /^reversal of\s+/i, kind: 'reversal' },
  { pattern: /^(?:charge|fee) for\s+/i, kind: 'charge' },
  { pattern: /^(?:flush|repayment)\s+/i, kind: 'transfer' },
] as const;

/** References that could be taken for such a word. */
const AMBIGUOUS = ['reversal', 'charge', 'fee', 'flush', 'repayment'];

/** Whether a payout of this reference would be found again by its remark. */
export const isTellable = (reference: string): boolean => !AMBIGUOUS.includes(reference.toLowerCase());

/**
 * The remark that goes with a payout. It begins with our reference, because lists of transactions show remarks and no
 * references: so one page of a list tells how many payouts stand.
 */
export const remarkOf = (reference: string, remark: string): string =>
  Array.from(`${reference} ${remark.trim()}`).slice(0, REMARK_MAX).join('').trimEnd();

/** The remark as the caller gave it, from the remark that went with the payout. */
export const withoutReference = (reference: string, remark: string): string =>
  remark.startsWith(`${reference} `) ? remark.slice(reference.length + 1) : remark;

/** The payout that a transaction may belong to, by its description, and what it is of it. The caller must compare. */
export function referenceInDescription(
  description: string,
): { readonly reference: string; readonly kind: TransactionKind } | undefined {
  let rest = description.trim();
  const kinds: TransactionKind[] = [];
  for (let prefix = prefixOf(rest); prefix; prefix = prefixOf(rest)) {
    kinds.push(prefix.kind);
    rest = rest.replace(prefix.pattern, '');
  }
  const [reference = ''] = rest.split(/\s/, 1);
  if (!REFERENCE_PATTERN.test(reference)) return undefined;
  return { reference, kind: kinds.find((kind) => kind !== 'transfer') ?? 'transfer' };
}

const prefixOf = (text: string) => PREFIXES.find(({ pattern }) => pattern.test(text));

/** A word of more parts is taken whole; so many mentions at most are looked up for one text. */
const PARTS_MAX = 6;
const MENTIONS_MAX = 32;

/**
 * Everything in some texts that may be a reference, of ours or of the bank, first those that stand first, of two that
 * begin together the longer one: a bank may put any words around a reference, and join others to it.
 */
export function mentionsIn(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[^A-Za-z0-9._-]+/));
  return [...new Set(words.flatMap(runsOf))].slice(0, MENTIONS_MAX);
}

/** The same of the remark of an event, as far as it may be kept: whole words other than the first may be names of people. */
export const keptMentions = (remark: string): string[] =>
  mentionsIn(remark).filter(
    (mention, place) => isReference(mention) && (place === 0 || /[^A-Za-z]/.test(mention)),
  );

/** What separators inside of a word leave of it: `REV-PO-1` holds `PO-1`. */
function runsOf(word: string): string[] {
  const parts = [...word.matchAll(/[A-Za-z0-9]+/g)].map(({ 0: text, index }) => ({
    from: index,
    to: index + text.length,
  }));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  if (parts.length > PARTS_MAX) return [word.slice(first.from, last.to)];
  return parts.flatMap(({ from }, place) =>
    parts
      .slice(place)
      .reverse()
      .map(({ to }) => word.slice(from, to)),
  );
}
