import { dayText } from '../time/lagos-days';

/** The note on a loan whose borrower is to be called again on a day (YYYY-MM-DD). */
export const callAgainNote = (day: string): string => `Call again on ${dayText(day)}`;

/** The day (YYYY-MM-DD) of such a note; `undefined` for any other note. */
export function callAgainDay(note: string): string | undefined {
  const [, day] = /^Call again on (\d{1,2} \w+ \d{4})$/.exec(note) ?? [];
  const atMs = Date.parse(`${day} UTC`);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString().slice(0, 10);
}
