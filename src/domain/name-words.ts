const TITLES = new Set(
  (
    'mr mrs ms miss master madam sir lady dr prof engr barr barrister arc rev revd fr pastor pst deacon evang evangelist ' +
    'chief otunba alhaji alhaja alh hajia hajiya mallam malam hon sen justice capt col gen'
  ).split(' '),
);

/** Words of companies, each as it is compared. */
const COMPANY_WORDS: Readonly<Record<string, string>> = {
  limited: 'ltd',
  company: 'co',
  enterprise: 'ent',
  enterprises: 'ent',
  nigeria: 'nig',
  ventures: 'vent',
  venture: 'vent',
  incorporated: 'inc',
  international: 'intl',
  services: 'service',
  brothers: 'bros',
  and: '&',
};

/** Words that say what kind of company it is, or nothing. */
const LEGAL_FORMS = new Set(['ltd', 'plc', 'co', 'nig', 'inc', 'rc', '&']);

/** Spellings of one name, each row by its first. */
const SPELLINGS = new Map(
  [
    'muhammad mohammed muhammed mohamed mohammad muhammadu mohd',
    'fatima fatimah fatimat',
    'ibrahim ibraheem ibrahima',
    'abubakar abubakr abubaker aboubakar',
    'usman uthman othman',
    'yusuf yusuff yussuf yousuf',
    'zainab zaynab zainabu',
    'isa isah issa',
    'musa musah moussa',
    'stephen steven',
    'philip phillip',
    'catherine katherine',
  ].flatMap((row) => {
    const [first = '', ...others] = row.split(' ');
    return others.map((other) => [other, first] as const);
  }),
);

/** First parts of names that people leave out: Oluwaseun is Seun, Chukwuemeka is Emeka. */
const FIRST_PARTS = ['oluwa', 'olu', 'chukwu'];

/** What counts of a name: plain words in lower case, without titles and legal forms unless nothing else is there. */
export function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain
    .replace(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word !== '')
    .map((word) => COMPANY_WORDS[word] ?? word);
  return without(LEGAL_FORMS, without(TITLES, words));
}

function without(noise: ReadonlySet<string>, words: string[]): string[] {
  const rest = words.filter((word) => !noise.has(word));
  return rest.length > 0 ? rest : words;
}

/** Whether one word is the first letter of the other. */
export const isInitial = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) === 1 && a[0] === b[0];

/** Whether two different words are most likely the same name: another spelling, a short form or a slip of the pen. */
export const isVariant = (a: string, b: string): boolean =>
  (SPELLINGS.get(a) ?? a) === (SPELLINGS.get(b) ?? b) ||
  isShortened(a, b) ||
  isShortened(b, a) ||
  isSlip(a, b);

const isShortened = (short: string, long: string) =>
  short.length >= 3 && FIRST_PARTS.some((part) => long === part + short);

const SLIP_FROM = 5;

/** One letter wrong, missing or too many, or two exchanged; the last letter often tells a man's name from a woman's. */
function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SLIP_FROM || Math.abs(a.length - b.length) > 1) return false;
  if (a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false;
  let from = 0;
  while (a[from] === b[from] && from < a.length) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return (
    isSwapped || restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
  );
}
