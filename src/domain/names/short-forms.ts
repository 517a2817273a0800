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

/** Short forms that people go by, each with the names it stands for. Two of the long names are two people. */
const SHORT_FORMS = new Map(
  [
    'abu abubakar',
    'alex alexander alexandra',
    'amaka chiamaka nwamaka',
    'andy andrew',
    'ayo ayodele ayomide ayodeji ayobami',
    'bayo adebayo',
    'ben benjamin benedict',
    'bisi adebisi olabisi',
    'bob robert',
    'bukky bukola',
    'chidi chidiebere chidiebube',
    'chris christopher christian christiana',
    'dami damilola oluwadamilola',
    'dan daniel',
    'dave david',
    'dayo oladayo temidayo adedayo',
    'deji adedeji ayodeji oladeji',
    'dele ayodele bamidele oladele',
    'ebuka chukwuebuka',
    'femi olufemi oluwafemi',
    'funmi funmilayo olufunmilayo',
    'ify ifeoma ifeanyi',
    'ike ikechukwu ikenna',
    'joe joseph',
    'kate katherine catherine',
    'kemi oluwakemi olukemi adekemi',
    'kunle adekunle olakunle',
    'liz elizabeth',
    'mide ayomide olamide',
    'mike michael',
    'nike adenike',
    'nonso chinonso chukwunonso',
    'oge ogechi ogechukwu',
    'pat patrick patricia',
    'rob robert',
    'ronke aderonke',
    'sade folasade',
    'sam samuel',
    'steve stephen steven',
    'sule suleiman sulaiman',
    'temi temitope temidayo',
    'titi titilayo',
    'tobi oluwatobi tobiloba',
    'tom thomas',
    'tony anthony',
    'tope temitope',
    'tunde babatunde olatunde',
    'tunji olatunji adetunji',
    'uche uchenna uchechukwu',
    'vicky victoria',
    'wale adewale olawale',
    'yemi adeyemi oluyemi opeyemi',
  ].map((row) => {
    const [short = '', ...long] = row.split(' ');
    return [short, new Set(long)] as const;
  }),
);

/** Whether two words are spellings of one name: Muhammad, Mohammed. */
export const isSpelling = (a: string, b: string): boolean =>
  (SPELLINGS.get(a) ?? a) === (SPELLINGS.get(b) ?? b);

/** Whether one word is a common short form of the other: Tunde, Babatunde. */
export const isShortForm = (a: string, b: string): boolean => isShortOf(a, b) || isShortOf(b, a);

const isShortOf = (short: string, long: string): boolean =>
  SHORT_FORMS.get(short)?.has(long) === true ||
  (short.length >= 3 && FIRST_PARTS.some((part) => long === part + short));
