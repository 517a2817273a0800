const LONGEST_WORDS = 300;
const SHORTEST_VALUE = 3;

/**
 * The service's own words without what they may repeat of a person: every value that was sent, e-mail addresses and
 * long numbers are blanked.
 */
export function discreet(words: string, sent: unknown): string {
  const blanked = valuesIn(sent).reduce(
    (text, value) => text.replaceAll(wholeWord(value), '…'),
    words.slice(0, LONGEST_WORDS),
  );
  return blanked.replaceAll(/\S+@\S+/g, '…').replaceAll(/\d{6,}/g, '…');
}

function valuesIn(sent: unknown): string[] {
  if (typeof sent === 'string') return sent.trim().length >= SHORTEST_VALUE ? [sent.trim()] : [];
  if (typeof sent !== 'object' || sent === null || sent instanceof Blob) return [];
  return Object.values(sent).flatMap(valuesIn);
}

const wholeWord = (value: string) =>
  new RegExp(`(?<!\\w)${value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?!\\w)`, 'gi');
