/** A text that is not JSON; JSON.parse of Node 20 does not say where. */
export class JsonMistake extends Error {
  override readonly name = 'JsonMistake';

  constructor(text: string, offset: number, expected: string) {
    const before = text.slice(0, offset).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    super(`line ${before.length}, column ${column}: expected ${expected}`);
  }
}

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const tokens = {
  string: new RegExp(STRING, 'y'),
  scalar: new RegExp(`${STRING}|${NUMBER}|true|false|null`, 'y'),
  space: /[ \t\r\n]*/y,
};

/** Parses JSON. @throws JsonMistake that says where the text stops being JSON, and what was expected there. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Reader(text).mistake();
  }
}

/** Walks a text by the grammar of JSON until it breaks it. */
class Reader {
  private offset = 0;

  constructor(private readonly text: string) {}

  mistake(): unknown {
    try {
      this.value();
      if (!this.atEnd()) this.fail('nothing after the end of the value');
    } catch (mistake) {
      return mistake;
    }
    return new JsonMistake(this.text, this.offset, 'valid JSON');
  }

  private readonly value = (): void => {
    if (this.take('{')) this.list('}', this.member);
    else if (this.take('[')) this.list(']', this.value);
    else if (!this.match(tokens.scalar)) this.fail('a value (texts in double quotes)');
  };

  private readonly member = (): void => {
    if (!this.match(tokens.string)) this.fail('a name in double quotes');
    this.expect(':', 'a colon');
    this.value();
  };

  private list(end: string, item: () => void): void {
    if (this.take(end)) return;
    do item();
    while (this.take(','));
    this.expect(end, `a comma or ${end}`);
  }

  private expect(character: string, what: string): void {
    if (!this.take(character)) this.fail(what);
  }

  private atEnd(): boolean {
    this.match(tokens.space);
    return this.offset === this.text.length;
  }

  private take(character: string): boolean {
    if (this.atEnd() || this.text[this.offset] !== character) return false;
    this.offset += 1;
    return true;
  }

  private match(token: RegExp): boolean {
    if (token !== tokens.space) this.match(tokens.space);
    token.lastIndex = this.offset;
    const [found] = token.exec(this.text) ?? [];
    this.offset += found?.length ?? 0;
    return found !== undefined;
  }

  private fail(expected: string): never {
    throw new JsonMistake(this.text, this.offset, expected);
  }
}
