import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from './classes';

const RECORD = join(__dirname, 'met.json');

/** Whether the trial of a reading had met it, as `dimension=reading`, when that was last recorded. */
export const recordedMeetings = (): Readonly<Record<string, boolean>> =>
  JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, boolean>;

/** Records which readings their trials have met; what is known of the others stays. */
export function recordMet(tried: readonly { readonly reading: Reading; readonly times: number }[]): void {
  const now = Object.fromEntries(tried.map(({ reading, times }) => [reading.join('='), times > 0]));
  const all = Object.entries({ ...recordedMeetings(), ...now }).sort();
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
