/**
 * What tells people apart: their ids, case and spaces aside, so that nobody becomes a second person by writing an id in
 * another way.
 */
const subjectOf = (id: string): string => id.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/** Whether a person is among these. */
export const isAmong = (people: readonly string[], person: string): boolean =>
  people.some((one) => subjectOf(one) === subjectOf(person));

/** Each person once, under the id that came first. */
export const distinctPeople = (people: readonly string[]): string[] =>
  people.filter((person, index) => !isAmong(people.slice(0, index), person));
