import { isInitial, isVariant, wordsOf } from './name-words';

/** How well a resolved account name fits the name that was given. */
export type NameVerdict = 'match' | 'close' | 'mismatch';

/**
 * Compares a given name with the one a bank resolved. Order, case, accents, titles, hyphens and company suffixes do not
 * matter: the same words are a match. Close is what a person would most likely take for the same holder: middle names or
 * initials that one side leaves out, another spelling of one name beside one that agrees. One shared name is a relative.
 */
export function matchNames(given: string, resolved: string): NameVerdict {
  const [a, b] = writtenAlike(wordsOf(given), wordsOf(resolved));
  if (a.length === 0 || b.length === 0) return 'mismatch';
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const unequal = unpaired(shorter, longer, (one, other) => one === other);
  if (a.length === b.length && unequal.length === 0) return 'match';
  const equal = shorter.length - unequal.length;
  const rest = unpaired(longer, shorter, (one, other) => one === other);
  const foreign = unpaired(unequal, rest, isVariant);
  const alike = equal + unequal.length - foreign.length;
  const unexplained = unpaired(foreign, unpaired(rest, unequal, isVariant), isInitial);
  return equal >= 1 && alike >= 2 && unexplained.length === 0 ? 'close' : 'mismatch';
}

/** The words of one list that find no partner of their own in the other. */
function unpaired(words: string[], others: string[], alike: (a: string, b: string) => boolean): string[] {
  const free = [...others];
  return words.filter((word) => {
    const index = free.findIndex((other) => alike(word, other));
    if (index >= 0) free.splice(index, 1);
    return index < 0;
  });
}

/** Both lists with words written together where the other side writes them so: Abdul Rahman, Abdulrahman. */
const writtenAlike = (a: string[], b: string[]): [string[], string[]] => [together(a, b), together(b, a)];

function together(words: string[], others: string[]): string[] {
  const at = words.findIndex((word, place) => others.includes(word + (words[place + 1] ?? ' ')));
  if (at < 0) return words;
  const pair = words.slice(at, at + 2).join('');
  return together([...words.slice(0, at), pair, ...words.slice(at + 2)], others);
}
