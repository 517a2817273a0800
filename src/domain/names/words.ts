const MEN_TITLES = 'mr master sir alhaji alh mallam malam otunba'.split(' ');
const WOMEN_TITLES = 'mrs ms miss madam lady alhaja hajia hajiya'.split(' ');

/** Justice is left out: it is a first name as well. */
const TITLES: ReadonlySet<string> = new Set([
  ...MEN_TITLES,
  ...WOMEN_TITLES,
  ...'dr prof engr barr barrister arc rev revd fr pastor pst deacon evang evangelist chief hon sen capt col gen'.split(
    ' ',
  ),
]);

/** Legal forms that are written in several words. */
const LONG_FORMS = [
  [/\bpublic limited company\b/g, 'plc'],
  [/\blimited liability company\b/g, 'llc'],
  [/\b(?:limited|ltd) by guarantee\b/g, 'gte'],
  [/\bltd ?\/ ?gte\b/g, 'gte'],
] as const;

/** Words, each with the form in which it is compared. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  limited: 'ltd',
  unlimited: 'ultd',
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
  saint: 'st',
  first: '1st',
  second: '2nd',
  third: '3rd',
};

const LEGAL_FORMS: ReadonlySet<string> = new Set(['ltd', 'ultd', 'plc', 'llc', 'llp', 'inc', 'gte']);

/** Words of company names without meaning: "Co", the letters before a registration number. */
const NOISE: ReadonlySet<string> = new Set(['co', 'rc']);

/** A name taken apart. */
export interface NameParts {
  /** The words to compare, plain and in lower case. */
  readonly words: string[];
  readonly forms: readonly string[];
  /** The sex by the titles. */
  readonly sex: 'man' | 'woman' | undefined;
}

/** Takes a name apart. Beside a single name a title counts as a word, and a legal form where it stands alone. */
export function partsOf(name: string): NameParts {
  const all = wordsIn(name);
  const unformed = all.filter((word) => !LEGAL_FORMS.has(word) && !NOISE.has(word));
  const untitled = unformed.filter((word) => !TITLES.has(word));
  const named = untitled.length >= 2 ? untitled : unformed;
  const words = named.length > 0 ? named : all;
  return { words, forms: all.filter((word) => LEGAL_FORMS.has(word)), sex: sexOf(all) };
}

/** Compatibility forms (full width, ligatures), accents, case and punctuation do not count. */
function wordsIn(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return LONG_FORMS.reduce((text, [long, short]) => text.replace(long, short), plain)
    .replace(/['’‘`.]/g, '')
    .split(/[^\p{L}\p{N}&]+/u)
    .flatMap((word) => word.split(/(&)/))
    .filter((word) => word !== '')
    .map((word) => ABBREVIATIONS[word] ?? word);
}

function sexOf(words: readonly string[]): NameParts['sex'] {
  if (words.some((word) => MEN_TITLES.includes(word))) return 'man';
  return words.some((word) => WOMEN_TITLES.includes(word)) ? 'woman' : undefined;
}

/** Whether one word is the first letter of the other. */
export const isInitial = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) === 1 && a[0] === b[0];

/** Whether two different words are most likely the same name: another spelling, a short form or a slip of the pen. */
export const isVariant = (a: string, b: string): boolean =>
  isSpelling(a, b) || isShortForm(a, b) || isSlip(a, b);

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
const FIRST_PARTS = ['oluwa', 'olu', 'chukwu', 'baba'];

/** Short forms, each with the names it may stand for. Two long names of one row are still different names. */
const SHORT_FORMS = new Map(
  [
    'abu abubakar, alex alexander alexandra, amaka chiamaka nwamaka, andy andrew',
    'ayo ayodele ayomide ayodeji ayobami, bayo adebayo, ben benjamin benedict, bisi adebisi olabisi',
    'bob robert, bukky bukola, chidi chidiebere chidiebube, chris christopher christian christiana',
    'dami damilola oluwadamilola, dan daniel, dave david, dayo oladayo temidayo adedayo',
    'deji adedeji ayodeji oladeji, dele ayodele bamidele oladele, ebuka chukwuebuka',
    'femi olufemi oluwafemi, funmi funmilayo olufunmilayo, ify ifeoma ifeanyi, ike ikechukwu ikenna',
    'joe joseph, kate katherine catherine, kemi oluwakemi olukemi adekemi, kunle adekunle olakunle',
    'liz elizabeth, mide ayomide olamide, mike michael, nike adenike, nonso chinonso chukwunonso',
    'oge ogechi ogechukwu, pat patrick patricia, rob robert, ronke aderonke, sade folasade, sam samuel',
    'steve stephen steven, sule suleiman sulaiman, temi temitope temidayo, titi titilayo',
    'tobi oluwatobi tobiloba, tom thomas, tony anthony, tope temitope, tunde babatunde olatunde',
    'tunji olatunji adetunji, uche uchenna uchechukwu, vicky victoria, wale adewale olawale',
    'yemi adeyemi oluyemi opeyemi',
  ]
    .flatMap((line) => line.split(', '))
    .map((row) => {
      const [short = '', ...long] = row.split(' ');
      return [short, new Set(long)] as const;
    }),
);

/** Whether two words are spellings of one name: Muhammad, Mohammed. */
const isSpelling = (a: string, b: string): boolean => (SPELLINGS.get(a) ?? a) === (SPELLINGS.get(b) ?? b);

/** Whether one word is a common short form of the other: Tunde, Babatunde. */
const isShortForm = (a: string, b: string): boolean => isShortOf(a, b) || isShortOf(b, a);

const isShortOf = (short: string, long: string): boolean =>
  SHORT_FORMS.get(short)?.has(long) === true ||
  (short.length >= 3 && FIRST_PARTS.some((part) => long === part + short));
