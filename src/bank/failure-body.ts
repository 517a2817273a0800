import type { FieldError } from './errors';

/** The content of a refusal's body, whatever its shape: in the bank's words, not yet redacted. */
export interface FailureBody {
  readonly message: string;
  readonly fields: readonly FieldError[];
}

/** Longest sentence of the bank that is kept, in characters. */
export const LONGEST_WORDS = 300;

/** Most field complaints kept per refusal. */
const FIELDS_MAX = 20;

/** The keys under which interfaces put a refusal's sentence, and the depth to search. */
const SENTENCE_KEYS = ['message', 'error', 'detail', 'description', 'reason', 'title', 'msg'];
const COMPLAINT_KEYS = ['errors', 'error', 'details', 'data'];
const NAME_KEYS = ['param', 'field', 'path', 'property'];
const DEEPEST = 3;

/** Reads a message, errors alone, either of them nested, or plain text. HTML and binary give no message. */
export function readFailure(body: string): FailureBody {
  const parsed = parseJson(body);
  if (parsed === undefined) return { message: plainText(body), fields: [] };
  const fields = complaintsIn(parsed, DEEPEST).slice(0, FIELDS_MAX);
  return { message: sentenceIn(parsed, DEEPEST) ?? fields[0]?.msg ?? '', fields };
}

/** Whether a body begins as JSON but is incomplete: the refusal's reason may be in the missing part. */
export const isCutShort = (body: string): boolean => /^\s*[[{]/.test(body) && parseJson(body) === undefined;

function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return undefined;
  const record = value as Record<string, unknown>;
  const own = SENTENCE_KEYS.map((key) => record[key]).find(isSentence);
  const nested = [...SENTENCE_KEYS, 'data'].map((key) => sentenceIn(record[key], depth - 1));
  return own ?? nested.find((sentence) => sentence !== undefined);
}

/** Finds a list of complaints, or one or more sentences under each field's name. */
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
  const msg = ['msg', 'message', 'error'].map((key) => record[key]).find(isSentence);
  const param = NAME_KEYS.map((key) => record[key]).find(isSentence);
  return msg === undefined ? [] : [{ msg: cut(msg), ...(param !== undefined && { param: cut(param) }) }];
}

function byField(value: unknown): FieldError[] {
  if (isSentence(value)) return [{ msg: cut(value) }];
  const fields = Object.entries(Object(value) as Record<string, unknown>).slice(0, FIELDS_MAX);
  return fields.flatMap(([param, said]) => {
    const msg = Array.isArray(said) ? (said as unknown[])[0] : said;
    return isSentence(msg) ? [{ msg: cut(msg), param: cut(param) }] : [];
  });
}

const isSentence = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const cut = (text: string): string => text.slice(0, LONGEST_WORDS);

const plainText = (body: string): string => (/^\s*[<[{]|\p{Cc}/u.test(cut(body)) ? '' : cut(body).trim());

/** Returns `undefined` for HTML, an empty body and anything else that is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
