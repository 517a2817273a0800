import { UNSEEN } from '../../bank/contract/codes';
import { isInitial, isVariant, partsOf, type NameParts } from './words';

/** How well a resolved account name fits the name that was given. */
export type NameVerdict = 'match' | 'close' | 'mismatch';

/**
 * Compares a given name with the name a bank resolved. Order, case, accents, titles, hyphens, common
 * abbreviations and a legal form that one side leaves out do not matter: the same words are a match. Names
 * are close if a person would most likely take them for the same holder: one side leaves out middle names,
 * has initials, another spelling or a short form beside a name that agrees, or has other legal forms or
 * titles. One shared name alone may be a relative's. A name with invisible characters matches none.
 */
export function matchNames(given: string, resolved: string): NameVerdict {
  if ([given, resolved].some((name) => UNSEEN.test(name.trim()))) return 'mismatch';
  const [one, other] = [partsOf(given), partsOf(resolved)];
  const [a, b] = writtenAlike(one.words, other.words);
  const verdict = weaker(compare(a, b), compare(b, a));
  const doubtful = contradict(one, other) || isOneName(a, [one, other]);
  return verdict === 'match' && doubtful ? 'close' : verdict;
}

export const bestVerdict = (given: readonly string[], resolved: string): NameVerdict =>
  given
    .map((name) => matchNames(name, resolved))
    .reduce((best, verdict) => (weaker(best, verdict) === best ? verdict : best), 'mismatch');

const VERDICTS: readonly NameVerdict[] = ['mismatch', 'close', 'match'];

/** Pairing goes word by word, so both directions are compared and the more careful verdict counts. */
const weaker = (one: NameVerdict, other: NameVerdict): NameVerdict =>
  VERDICTS.indexOf(one) < VERDICTS.indexOf(other) ? one : other;

/** Whether both sides have a legal form, or a title of a man or a woman, and they differ. */
function contradict(one: NameParts, other: NameParts): boolean {
  const bothFormed = one.forms.length > 0 && other.forms.length > 0;
  const formsAgree = includesAll(one.forms, other.forms) && includesAll(other.forms, one.forms);
  const sexesDiffer = one.sex !== undefined && other.sex !== undefined && one.sex !== other.sex;
  return (bothFormed && !formsAgree) || sexesDiffer;
}

/** Whether two names on one side are a single one on the other: Ada Obi may be another person than Adaobi. */
const isOneName = (together: readonly string[], sides: readonly NameParts[]): boolean =>
  together.length === 1 && sides.some(({ words }) => words.length > 1);

const includesAll = (all: readonly string[], some: readonly string[]) =>
  some.every((each) => all.includes(each));

function compare(a: string[], b: string[]): NameVerdict {
  if (a.length === 0 || b.length === 0) return 'mismatch';
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const unequal = unpaired(shorter, longer, (one, other) => one === other);
  if (a.length === b.length && unequal.length === 0) return 'match';
  const equal = shorter.length - unequal.length;
  const rest = unpaired(longer, shorter, (one, other) => one === other);
  const foreign = unpaired(unequal, rest, isVariant);
  const unexplained = unpaired(foreign, unpaired(rest, unequal, isVariant), isInitial);
  const alike = equal + unequal.length - unexplained.length;
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

/** Whether a verdict is at least as good as the policy asks for. */
export const suffices = (verdict: NameVerdict, asked: 'match' | 'close'): boolean =>
  verdict === 'match' || (verdict === 'close' && asked === 'close');
