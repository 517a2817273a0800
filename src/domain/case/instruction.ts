import type { Fields } from './fields';

/** A command with what it asks for, its fields in order: two commands with the same instruction do the same. */
export const instructionOf = (command: string, fields: Fields, given: object): readonly unknown[] => [
  command,
  ...Object.keys(fields)
    .sort()
    .flatMap((name) => (valueOf(given, name) === undefined ? [] : [[name, valueOf(given, name)]])),
];

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
