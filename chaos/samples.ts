import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of the example files, as it stands. */
export const sample = (name: string) =>
  JSON.parse(readFileSync(join(__dirname, '../examples', `${name}.json`), 'utf8'));
