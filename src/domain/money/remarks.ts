import { isReference, REFERENCE_PATTERN } from '../wire/references';

/** Longest remark that banks carry to the beneficiary, in characters. */
export const REMARK_MAX = 100;

/** The kinds of a payout's transactions: the transfer itself, its fee, or money that came back. */
export type TransactionKind = 'transfer' | 'charge' | 'reversal';

/** The words that begin the bank's descriptions of transactions of a payout or a repayment. */
const PREFIXES = [
  { pattern: /^reversal of\s+/i, kind: 'reversal' },
  { pattern: /^(?:charge|fee) for\s+/i, kind: 'charge' },
  { pattern: /^(?:flush|repayment)\s+/i, kind: 'transfer' },
] as const;

/** References that look like such a word. */
const AMBIGUOUS = ['reversal', 'charge', 'fee', 'flush', 'repayment'];

/** Whether a payout with this reference can be found by its remark. */
export const isTellable = (reference: string): boolean => !AMBIGUOUS.includes(reference.toLowerCase());

/**
 * The remark that goes with a payout. It begins with our reference, because lists of transactions show
 * remarks but no references: so one page of a list shows the state of many payouts.
 */
export const remarkOf = (reference: string, remark: string): string =>
  Array.from(`${reference} ${remark.trim()}`).slice(0, REMARK_MAX).join('').trimEnd();

/** Recovers the caller's remark from the remark that went with the payout. */
export const withoutReference = (reference: string, remark: string): string =>
  remark.startsWith(`${reference} `) ? remark.slice(reference.length + 1) : remark;

/** A transaction's kind by its description, and the payout it may belong to; the caller must compare. */
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

/** Most parts of a word that is taken apart, and most mentions looked up per text. */
const PARTS_MAX = 6;
const MENTIONS_MAX = 32;

/**
 * All parts of some texts that may be references, of ours or of the bank, in order of their beginning, of two
 * that begin together the longer one first: a bank may put any words around a reference, and join others to
 * it.
 */
export function mentionsIn(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[^A-Za-z0-9._-]+/));
  return [...new Set(words.flatMap(runsOf))].slice(0, MENTIONS_MAX);
}

/** The mentions in an event's remark that may be stored: words after the first may be people's names. */
export const keptMentions = (remark: string): string[] =>
  mentionsIn(remark).filter(
    (mention, place) => isReference(mention) && (place === 0 || /[^A-Za-z]/.test(mention)),
  );

/** The parts of a word between its separators, alone and joined: `REV-PO-1` holds `PO-1`. */
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
