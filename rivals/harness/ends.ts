import { readFile } from 'node:fs/promises';
import type { End } from './engine';

/** The lines that a program has written: how often it was ready, and the first end of each payout. */
export async function readEnds(
  file: string,
): Promise<{ readonly ready: number; readonly ends: readonly End[] }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  // The last part is empty, or a line that is not yet whole.
  const lines = text.split('\n').slice(0, -1);
  const told = lines.map((line) => JSON.parse(line) as Partial<End> & { isReady?: true });
  const ends = new Map<string, End>();
  for (const line of told)
    if (line.reference !== undefined && !ends.has(line.reference)) ends.set(line.reference, line as End);
  return { ready: told.filter(({ isReady }) => isReady).length, ends: [...ends.values()] };
}
