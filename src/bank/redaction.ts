import { LONGEST_WORDS, type FailureBody } from './failure-body';

/** The refusal with personal data blanked and its texts cut to a length. */
export const redacted = ({ message, fields }: FailureBody, sent: unknown): FailureBody => ({
  message: redact(message, sent),
  fields: fields.map(({ msg, param }) => ({
    msg: redact(msg, sent),
    ...(param !== undefined && { param: redact(param, sent) }),
  })),
});

const SHORTEST_VALUE = 3;

/** Fields whose single words name a person as well: the bank may repeat them in another order. */
const PERSONAL_FIELD = /account_?name|first_?name|last_?name|middle_?name|street/i;

/** Probable names: two or more capitalised words within a sentence, or words in capitals at its beginning. */
const NAMES = [
  /(?<=[\p{Ll}:,'"(] ?)(?<!\p{L})\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*)+/gu,
  /^\p{Lu}{2,}(?: \p{Lu}[\p{Lu}'’-]*)+(?= \p{Ll})/gu,
];

/** Words that refusals also write in capitals: a run with such a word is not a name. */
const TERMS = new Set(
  (
    'account accounts amount api available balance bank beneficiary board bvn card channel code credit currency customer ' +
    'daily date debit declined document does duplicate error exceeded expired failed field format found funds id ' +
    'insufficient internal invalid is issuer key kyc limit loan locked maximum minimum missing name nin nip not number ' +
    'offer operation otp payout pin reference required request resolution response security service signature source ' +
    'status sufficient terms timeout transaction transfer unauthorized unknown use user value wallet'
  ).split(' '),
);

const NUMBERS = /\d{6,}|\d(?:[\s.-]?\d){9,}/g;

/** Blanks what may identify a person in the bank's words: values that were sent, e-mail, long numbers, names. */
export function redact(words: string, sent: unknown): string {
  const values = [...new Set(valuesIn(sent))].sort((one, other) => other.length - one.length);
  const blanked = values.reduce(
    (text, value) => text.replaceAll(wholeWord(value), '…'),
    words.slice(0, LONGEST_WORDS),
  );
  const numberless = blanked.replaceAll(/\S+@\S+/g, '…').replaceAll(NUMBERS, '…');
  return NAMES.reduce((text, name) => text.replaceAll(name, nameless), numberless);
}

const nameless = (run: string): string =>
  run.split(' ').some((word) => TERMS.has(word.toLowerCase())) ? run : '…';

function valuesIn(sent: unknown, field = ''): string[] {
  if (typeof sent === 'string') {
    const values = PERSONAL_FIELD.test(field) ? [sent, ...sent.split(/\s+/)] : [sent];
    return values.map((value) => value.trim()).filter(isPersonal);
  }
  if (typeof sent !== 'object' || sent === null || sent instanceof Blob) return [];
  return Object.entries(sent).flatMap(([name, value]) => valuesIn(value, name));
}

const isPersonal = ({ length }: string): boolean => length >= SHORTEST_VALUE && length <= LONGEST_WORDS;

const wholeWord = (value: string) =>
  new RegExp(`(?<!\\w)${value.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?!\\w)`, 'gi');
