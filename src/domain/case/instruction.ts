import type { CommandRow } from './commands';
import type { Fields, Subject } from './fields';

type Told = Pick<CommandRow, 'fields' | 'subject'>;

/** What people are shown of a proposed command: its own fields, and what it is about. */
export const shownFields = ({ fields, subject }: Told): Fields => ({ ...fields, ...subject });

/** Why a command is about something else than when it was proposed; nothing when it is not. Values are never repeated. */
export function outrun(proposed: Subject, now: Subject): string | undefined {
  const names = [...new Set([...Object.keys(proposed), ...Object.keys(now)])];
  const changed = names.filter((name) => proposed[name] !== now[name]).map((name) => `another ${name}`);
  return changed.length === 0
    ? undefined
    : `The case has changed since this was proposed: ${changed.join(', ')}; propose it again.`;
}

/**
 * A command with what it asks for, its fields in order, and what it is about: two commands with the same instruction do
 * the same.
 */
export const instructionOf = (
  command: string,
  { fields, subject = {} }: Told,
  given: object,
  about: Subject = {},
): readonly unknown[] => [command, ...inOrder(fields, given), ...inOrder(subject, about)];

const inOrder = (fields: Fields, given: object) =>
  Object.keys(fields)
    .sort()
    .flatMap((name) => (valueOf(given, name) === undefined ? [] : [[name, valueOf(given, name)]]));

/** How many digits of a person's number may be shown. */
const DIGITS_SHOWN = 4;

/**
 * What a command asks for, for people to read: of a person's number the last digits, of their other data the name, or all
 * of it for who is to agree.
 */
export const instructionText = (fields: Fields, given: object, show: 'names' | 'texts' = 'names'): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      const value = valueOf(given, name);
      if (value === undefined) return [];
      const isPersonal = 'personal' in field;
      if (isPersonal && field.kind === 'digits')
        return [`${name} ending in ${String(value).slice(-DIGITS_SHOWN)}`];
      return [isPersonal && show === 'names' ? name : `${name} ${String(value)}`];
    })
    .join(', ');

/** Fields hold texts, numbers and flags. */
const valueOf = (given: object, name: string) =>
  (given as Readonly<Record<string, string | number | boolean | undefined>>)[name];
