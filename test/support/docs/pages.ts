import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['.', 'docs', 'examples', 'bench', 'chaos', 'packages/fixed-window-limiter'];

/** Every document that a reader may open, by path. */
export const pages: readonly string[] = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

export const textOf = (path: string): string => readFileSync(path, 'utf8');

/** What a pattern's first group captures in a text, each once. */
export const captured = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, part]) => part!)),
];

/** The part of a page under the heading of that title, down to the next heading of its level or above. */
export function section(text: string, title: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  if (start === -1) throw new Error(`there is no heading “${title}”`);
  const level = lines[start]!.indexOf(' ');
  const rest = lines.slice(start + 1);
  const length = rest.findIndex((line) => new RegExp(`^#{1,${level}} `).test(line));
  return rest.slice(0, length === -1 ? undefined : length).join('\n');
}

/** The cells of the table rows in a text, heads included. */
export const tableRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\|(?! *-)/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );

/** The anchors that the headings of a page give it on GitHub. */
export const anchorsOf = (text: string): string[] =>
  captured(text.replace(/```[\s\S]*?```/g, ''), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
