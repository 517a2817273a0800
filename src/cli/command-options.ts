import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { readConfig } from '../config/read-config';
import { commandFields, type CommandRow, type Role, type CommandTable } from '../domain/case/commands';
import { expectation, problemsWith, type Field, type Fields } from '../domain/case/fields';
import { roleFor } from './own-key';

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

/** The names of a command's fields that hold data of people: they come from a file or stdin, never from arguments. */
export const personalFields = (row: CommandRow): string[] =>
  Object.entries(ownFields(row)).flatMap(([name, field]) =>
    name !== 'file' && 'personal' in field ? [name] : [],
  );

/** The options of a command, from the fields of its row. */
export const optionsOf = (row: CommandRow, usualRole: Role): Option[] => {
  const personal = personalFields(row);
  const role = roleFor(row, usualRole);
  const options = Object.entries(fieldsOf(row))
    .filter(([name]) => !personal.includes(name))
    .map(([name, field]) => {
      const option = optionOf(name, field);
      if (name === 'role' && role !== undefined) return option.default(role);
      const mayStandInFile = personal.length > 0 && name in row.fields;
      const isKnown = name === 'actor' && hasSigningKey();
      return field.optional || mayStandInFile || isKnown ? option : option.makeOptionMandatory();
    });
  return personal.length === 0 ? options : [fromOption(row, personal), ...options, ...personal.map(refused)];
};

/** The same for what no single case can take: no stage is expected of it, and no request repeats it. */
export const optionsBesideCases = (row: CommandRow, usualRole: Role): Option[] =>
  optionsOf(row, usualRole).filter((option) => !ONLY_FOR_CASES.includes(option.name()));

const ONLY_FOR_CASES = ['expected-stage', 'request-id'];

/** A key says itself who asks. */
const hasSigningKey = () => readConfig(['signing']).signing.keyFile !== undefined;

/** Where personal fields come from; needed where the command cannot do without them. */
function fromOption(row: CommandRow, personal: readonly string[]): Option {
  const option = new Option('--from <file>', `JSON file with ${personal.join(', ')}; - for stdin`);
  return personal.some((name) => !row.fields[name]?.optional) ? option.makeOptionMandatory() : option;
}

/** Known still, so that the refusal can say what to do instead. */
const refused = (name: string) => new Option(`--${kebab(name)} <${kebab(name)}>`).hideHelp();

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

/** camelCase of the tables to kebab-case of the command line. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const CAMEL_CASE = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g;

/** A sentence of a worker, with its commands named as one types them. */
export const asTyped = (commands: CommandTable, sentence: string): string =>
  sentence.replace(CAMEL_CASE, (word) => (Object.hasOwn(commands, word) ? kebab(word) : word));
