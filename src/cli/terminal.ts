import { printable } from '../domain/case/display-text';

/** What was asked for: stdout, so that it can be piped. Nothing in it steers the terminal. */
export const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

/** Everything else that a person should see: stderr. */
export const inform = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

/** A result on stdout: as one JSON document, or in words. */
export function printResult(json: boolean | undefined, value: unknown, words: () => string): void {
  print(json ? JSON.stringify(value, null, 2) : words());
}

/** Lines of cells in columns as wide as they need to be. */
export function columns(lines: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** A title with lines under it; empty where there are none. */
export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
