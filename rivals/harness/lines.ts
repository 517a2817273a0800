import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine';

const ROOT = join(__dirname, '..', '..');
const OTHER: Readonly<Record<string, string>> = { idiomatic: 'careful.ts', careful: 'idiomatic.ts' };

/** Lines of code that an engine takes to do the job, without blank ones and comments. */
export async function linesOf({ files, variant }: Pick<Engine, 'files' | 'variant'>): Promise<number> {
  const paths = (await Promise.all(files.map((file) => sourcesIn(join(ROOT, file))))).flat();
  const own = paths.filter((path) => !path.endsWith(`/${OTHER[variant] ?? '?'}`));
  const texts = await Promise.all(own.map((path) => readFile(path, 'utf8')));
  return texts.reduce((sum, text) => sum + codeLines(text), 0);
}

async function sourcesIn(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true });
  return entries.filter((entry) => entry.endsWith('.ts')).map((entry) => join(path, entry));
}

/** Prettier puts every comment on lines of its own, or behind code. */
export const codeLines = (text: string): number =>
  text
    .replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
