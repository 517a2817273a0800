import type { FieldError } from './errors';
import { LONGEST_WORDS, redact } from './redaction';

/** What the body of a refusal says, whatever its shape; as the bank words it, not yet redacted. */
export interface FailureBody {
  readonly message: string;
  readonly fields: readonly FieldError[];
}

/** Most complaints about fields that are kept of one refusal. */
const FIELDS_MAX = 20;

/** Where interfaces put the sentence of a refusal, and how deep it may stand. */
const SENTENCE_KEYS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'msg'];
const COMPLAINT_KEYS = ['errors', 'error', 'details', 'data'];
const NAME_KEYS = ['param', 'field', 'path', 'property'];
const DEEPEST = 3;

/** Reads a refusal: a message, errors alone, either of them nested, or plain text. HTML and binary say nothing. */
export function readFailure(body: string): FailureBody {
  const parsed = parseJson(body);
  if (parsed === undefined) return { message: plainText(body), fields: [] };
  const fields = complaintsIn(parsed, DEEPEST).slice(0, FIELDS_MAX);
  return { message: sentenceIn(parsed, DEEPEST) ?? fields[0]?.msg ?? '', fields };
}

/** Whether a body begins as JSON and does not end as such: what it says may stand in the part that is missing. */
export const isCutShort = (body: string): boolean => /^\s*[[{]/.test(body) && parseJson(body) === undefined;

/** The refusal without what it may repeat of a person, and bounded in length. */
export const redacted = ({ message, fields }: FailureBody, sent: unknown): FailureBody => ({
  message: redact(message, sent),
  fields: fields.map(({ msg, param }) => ({
    msg: redact(msg, sent),
    ...(param !== undefined && { param: redact(param, sent) }),
  })),
});

function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return undefined;
  const record = value as Record<string, unknown>;
  const own = SENTENCE_KEYS.map((key) => record[key]).find(isSentence);
  return own ?? first([...SENTENCE_KEYS, 'data'].map((key) => sentenceIn(record[key], depth - 1)));
}

/** Lists of complaints, or one sentence or more under the name of each field. */
function complaintsIn(value: unknown, depth: number): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return [];
  const record = value as Record<string, unknown>;
  for (const key of COMPLAINT_KEYS) {
    const inside = record[key];
    const found = Array.isArray(inside)
      ? inside.slice(0, FIELDS_MAX).flatMap(complaintOf)
      : [...(key === 'errors' ? byField(inside) : []), ...complaintsIn(inside, depth - 1)];
    if (found.length > 0) return found;
  }
  return [];
}

function complaintOf(entry: unknown): FieldError[] {
  if (isSentence(entry)) return [{ msg: cut(entry) }];
  const record = Object(entry) as Record<string, unknown>;
  const msg = first(['msg', 'message', 'error'].map((key) => record[key]).filter(isSentence));
  const param = NAME_KEYS.map((key) => record[key]).find(isSentence);
  return msg === undefined ? [] : [{ msg: cut(msg), ...(param !== undefined && { param: cut(param) }) }];
}

const byField = (value: unknown): FieldError[] =>
  isSentence(value) ? [{ msg: cut(value) }] : byName(Object(value) as Record<string, unknown>);

const byName = (record: Record<string, unknown>): FieldError[] =>
  Object.entries(record)
    .slice(0, FIELDS_MAX)
    .flatMap(([param, said]) => {
      const msg = Array.isArray(said) ? (said as unknown[])[0] : said;
      return isSentence(msg) ? [{ msg: cut(msg), param: cut(param) }] : [];
    });

const isSentence = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const first = <T>(values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined);
const cut = (text: string): string => text.slice(0, LONGEST_WORDS);

const plainText = (body: string): string => (/^\s*[<[{]|\p{Cc}/u.test(cut(body)) ? '' : cut(body).trim());

/** Undefined for HTML, an empty body and anything else that is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
