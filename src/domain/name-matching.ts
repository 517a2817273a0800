/** How well a resolved account name fits the name that was given. */
export type NameVerdict = 'match' | 'close' | 'mismatch';

const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'chief',
  'alhaji',
  'alhaja',
  'engr',
  'barr',
]);
const COMPANY_WORDS: Record<string, string> = {
  limited: 'ltd',
  company: 'co',
  enterprise: 'ent',
  enterprises: 'ent',
  nigeria: 'nig',
  ventures: 'vent',
  venture: 'vent',
  incorporated: 'inc',
  and: '&',
};
const DROPPABLE = new Set(['ltd', 'plc', 'co', 'nig', 'inc', 'ent', 'rc', '&']);

function words(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
    .map((word) => COMPANY_WORDS[word] ?? word);
}

const isInitialOf = (short: string, long: string) => short.length === 1 && long.startsWith(short);
const same = (a: string, b: string) => a === b;
const similar = (a: string, b: string) => same(a, b) || isInitialOf(a, b) || isInitialOf(b, a);

/** The words of `given` that find no partner of their own among those of `found`. */
function unpaired(given: string[], found: string[], alike: (a: string, b: string) => boolean): string[] {
  const free = [...found];
  return given.filter((word) => {
    const index = free.findIndex((other) => alike(word, other));
    if (index >= 0) free.splice(index, 1);
    return index < 0;
  });
}

/**
 * Compares a given name with the one a bank resolved. Order, case, accents, titles and company suffixes do not
 * matter. All words found: match. Only middle names or initials differ, two full words agreeing: close.
 */
export function matchNames(given: string, resolved: string): NameVerdict {
  const [a, b] = [words(given), words(resolved)].map((list) => {
    const core = list.filter((word) => !DROPPABLE.has(word));
    return core.length > 0 ? core : list;
  }) as [string[], string[]];
  if (a.length === 0 || b.length === 0) return 'mismatch';
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (a.length === b.length && unpaired(a, b, same).length === 0) return 'match';
  const agreeing = shorter.length - unpaired(shorter, longer, same).length;
  const explained = unpaired(shorter, longer, similar).length === 0;
  return explained && agreeing >= 2 ? 'close' : 'mismatch';
}
