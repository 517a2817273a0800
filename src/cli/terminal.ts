/** What was asked for: stdout, so that it can be piped. */
export const print = (text: string): void => void process.stdout.write(`${harmless(text)}\n`);

/** Everything else that a person should see: stderr. */
export const inform = (text: string): void => void process.stderr.write(`${harmless(text)}\n`);

/** A result on stdout: as one JSON document, or in words. */
export function printResult(json: boolean | undefined, value: unknown, words: () => string): void {
  print(json ? JSON.stringify(value, null, 2) : words());
}

/** Text of the bank may hold escape sequences, which a terminal would obey. Line ends and tabs stay. */
const harmless = (text: string): string =>
  text.replace(/\p{Cc}/gu, (sign) => (/[\n\t]/.test(sign) ? sign : '�'));

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
