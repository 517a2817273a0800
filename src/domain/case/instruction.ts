import type { CommandRow } from './commands';
import type { Fields, Subject } from './fields';

type Told = Pick<CommandRow, 'fields' | 'subject'>;

/** The fields of a proposed command that people are shown: its own, and those of its subject. */
export const shownFields = ({ fields, subject }: Told): Fields => ({ ...fields, ...subject });

/** Why a command's subject is not the one that was proposed; `undefined` if it is. Names no values. */
export function outrun(proposed: Subject, now: Subject): string | undefined {
  const names = [...new Set([...Object.keys(proposed), ...Object.keys(now)])];
  const changed = names.filter((name) => proposed[name] !== now[name]).map((name) => `another ${name}`);
  return changed.length === 0
    ? undefined
    : `The case has changed since this was proposed: ${changed.join(', ')}; propose it again.`;
}

/** The name, sorted fields and subject of a command: two commands with the same instruction do the same. */
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
 * The fields of a command as text: a personal number by its last digits, other personal data by the field's
 * name, or in full (`texts`) for people who are to agree.
 */
export const instructionText = (fields: Fields, given: object, show: 'names' | 'texts' = 'names'): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      const value = valueOf(given, name);
      if (value === undefined) return [];
      const isPersonal = 'personal' in field;
      if (isPersonal && field.kind === 'digits') return [`${name} ${endingText(value)}`];
      return [isPersonal && show === 'names' ? name : `${name} ${String(value)}`];
    })
    .join(', ');

const endingText = (value: unknown): string => `ending in ${String(value).slice(-DIGITS_SHOWN)}`;

/** The fields of a command as the audit keeps them: of a personal number the last digits, of other personal data whether it was given. */
export const auditedFields = (fields: Fields, given: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = valueOf(given, name);
      if (!('personal' in field) || value === undefined) return [name, value];
      // What must be given says nothing by having been.
      const shown = field.optional ? 'given' : undefined;
      return [name, field.kind === 'digits' ? endingText(value) : shown];
    }),
  );

const valueOf = (given: object, name: string) =>
  (given as Readonly<Record<string, string | number | boolean | undefined>>)[name];
