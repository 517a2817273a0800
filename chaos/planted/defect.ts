import type { Hint } from './hint';

/** A text of one source file, and what stands there instead; it occurs once. */
interface Replacement {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

/** A repair that is taken back alone, to show that random programs would have found what it repaired. */
export interface Defect {
  readonly name: string;
  /** What goes wrong with it, in a sentence. */
  readonly what: string;
  readonly replacements: readonly Replacement[];
  /** What the programs are drawn near to, where the general generator comes there too seldom. */
  readonly hint?: Hint;
  /** A seed whose program finds it, with the hint where there is one. */
  readonly seed?: number;
}

/** A file with the replacements that concern it. @throws where a text is not there exactly once */
export function withReplacements(source: string, file: string, { name, replacements }: Defect): string {
  let changed = source;
  for (const { text, by } of replacements.filter((one) => one.file === file)) {
    const found = changed.split(text).length - 1;
    if (found !== 1) throw new Error(`${name}: ${file} has the text ${found} times, not once: ${text}`);
    changed = changed.replace(text, () => by);
  }
  return changed;
}
