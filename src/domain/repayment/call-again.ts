import { dayText } from '../time/lagos-days';

const CALL_AGAIN = 'Call again on ';
export const NO_ANSWER = 'Called: no answer';
export const PROMISED = 'The borrower promised to pay on ';

/** The note on a loan whose borrower is to be called again on a day (YYYY-MM-DD). */
export const callAgainNote = (day: string): string => `${CALL_AGAIN}${dayText(day)}`;

/** The day (YYYY-MM-DD) of such a note; `undefined` for any other note. */
export function callAgainDay(note: string): string | undefined {
  const [, day] = /^Call again on (\d{1,2} \w+ \d{4})$/.exec(note) ?? [];
  const atMs = Date.parse(`${day} UTC`);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString().slice(0, 10);
}

/** Whether an entry of the timeline says what a call came to: such an entry ends a "call again" of before. That nobody answered does not. */
export const isOfCall = (text: string): boolean => [CALL_AGAIN, PROMISED].some((one) => text.startsWith(one));
