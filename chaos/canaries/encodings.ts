/** The contents of each place that is searched, by its name. */
export type Places = Readonly<Record<string, readonly Buffer[]>>;

type Encoding = (text: string) => readonly Buffer[];

const asAscii = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'latin1'));

/** What stands before a text moves its letters in Base64; those at its ends depend on the neighbours. */
const inBase64 = (text: string, shift: number) =>
  Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
    .toString('base64')
    .slice(shift === 0 ? 0 : 4, (shift + Buffer.byteLength(text)) % 3 === 0 ? undefined : -4);

const inPercent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** The forms in which a text is looked for. */
export const encodings: Readonly<Record<string, Encoding>> = {
  plain: (text) => asAscii(...new Set([text, text.toLowerCase(), text.toUpperCase()])),
  base64: (text) => asAscii(...[0, 1, 2].map((shift) => inBase64(text, shift))),
  hex: (text) => {
    const hex = Buffer.from(text).toString('hex');
    return asAscii(hex, hex.toUpperCase());
  },
  percent: (text) => {
    const all = inPercent(text);
    const usual = encodeURIComponent(text);
    return asAscii(all, all.toUpperCase(), ...(usual === text ? [] : [usual, usual.replaceAll('%20', '+')]));
  },
  utf16: (text) => [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()],
};

/** A text in one of its forms. */
interface Form {
  readonly text: string;
  readonly bytes: Buffer;
}

const START_BYTES = 4;

/** Looks for many texts in all their forms at once: most places are passed by after a look at four bytes. */
export class Search {
  private readonly byStart = new Map<number, Form[]>();
  private readonly starts = new Uint8Array(1 << 20);

  constructor(texts: Iterable<string>) {
    for (const text of texts) for (const bytes of formsOf(text)) this.add({ text, bytes });
  }

  private add(form: Form): void {
    const start = form.bytes.readUInt32LE();
    this.starts[slotOf(start)] = 1;
    this.byStart.set(start, [...(this.byStart.get(start) ?? []), form]);
  }

  /** How often each text occurs in a content; none that does not. */
  in(content: Buffer): Map<string, number> {
    const counts = new Map<string, number>();
    for (let at = 0; at + START_BYTES <= content.length; at++) {
      const start = content.readUInt32LE(at);
      if (this.starts[slotOf(start)] !== 1) continue;
      for (const { text, bytes } of this.byStart.get(start) ?? [])
        if (content.compare(bytes, 0, bytes.length, at, Math.min(at + bytes.length, content.length)) === 0)
          counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  }
}

const slotOf = (start: number): number => Math.imul(start, 0x9e3779b1) >>> 12;

/** Each form once: some encodings leave some texts as they are. */
const formsOf = (text: string): Buffer[] => {
  const all = Object.values(encodings).flatMap((encode) => encode(text));
  return [...new Map(all.map((form) => [form.toString('latin1'), form])).values()];
};
