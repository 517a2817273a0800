import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { commandFields, type CommandRow, type Role } from '../domain/commands';
import { expectation, problemsWith, type Field, type Fields } from '../domain/fields';

/** camelCase of the tables to kebab-case of the command line. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether a command hands in a document: its path and digest are then given as one file. */
export const takesDocument = ({ fields }: CommandRow): boolean =>
  fields.path !== undefined && fields.sha256 !== undefined;

/** What a person has to say for a command: its own fields, then those that every command has. */
export function fieldsOf(row: CommandRow): Fields {
  const { actor, role, expectedStage, note, requestId } = commandFields(row.stages);
  return { ...ownFields(row), actor, role: { ...role, values: row.roles }, expectedStage, note, requestId };
}

/** The fields that only this command has. */
export function ownFields(row: CommandRow): Fields {
  if (!takesDocument(row)) return row.fields;
  const { path, sha256: _computed, ...rest } = row.fields;
  return { ...rest, ...(path && { file: path }) };
}

/** The options of a command, from the fields of its row. */
export const optionsOf = (row: CommandRow, usualRole: Role): Option[] =>
  Object.entries(fieldsOf(row)).map(([name, field]) => {
    const option = optionOf(name, field);
    if (name === 'role' && row.roles.includes(usualRole)) return option.default(usualRole);
    return field.optional ? option : option.makeOptionMandatory();
  });

function optionOf(name: string, field: Field): Option {
  const flag = `--${kebab(name)}`;
  if (field.kind === 'flag') return new Option(flag, field.about);
  const value = `${flag} <${kebab(name)}>`;
  if (field.kind === 'code') return new Option(value, field.about).choices(field.values);
  return new Option(value, `${field.about}: ${expectation(field)}`).argParser(valueOf(field));
}

/** Checks a value by the same rule as the workflow, so that a slip of the pen costs no round trip. */
const valueOf = (field: Field) => (text: string) => {
  const value = field.kind === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
  if (problemsWith({ value: field }, { value }).length === 0) return value;
  throw new InvalidArgumentError(`It must be ${expectation(field)}.`);
};
