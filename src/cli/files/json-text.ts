/** A text that is not JSON; the message says where, and never repeats the text. */
export class JsonMistake extends Error {
  override readonly name = 'JsonMistake';
}

/** Parses JSON. @throws JsonMistake with the line and column from which on the text is not JSON any more. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const before = text.slice(0, validLength(text)).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    throw new JsonMistake(`line ${before.length}, column ${column}: from here on it is not JSON`);
  }
}

/** How many characters are the beginning of some JSON: a longer beginning never is one if a shorter is not. */
function validLength(text: string): number {
  let [valid, invalid] = [0, text.length + 1];
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isBeginning(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** What V8 says where only more text is missing. */
const UNFINISHED = /^Unexpected end|^Unterminated string/;

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = /at position (\d+)/.exec(message)?.[1];
    return UNFINISHED.test(message) || Number(at ?? -1) === text.length;
  }
}
