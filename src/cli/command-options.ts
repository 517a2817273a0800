import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { readConfig } from '../config/read-config';
import { commandFields, type CommandRow, type Role, type CommandTable } from '../domain/case/commands';
import { expectation, problemsWith, type Field, type Fields } from '../domain/case/fields';
import { ANY_PERSON } from '../authority/key-ring';
import { readSigningKey, type SigningKey } from '../authority/person-key';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';

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

/** The key of the person who types; nothing without one. What is wrong with its file is told when it is to sign. */
function ownKey(): SigningKey | undefined {
  const { keyFile } = readConfig(['signing']).signing;
  try {
    return keyFile === undefined ? undefined : readSigningKey(keyFile);
  } catch {
    return undefined;
  }
}

/** The roles of a person's own key; `undefined` if a desk's key, or none, signs. */
function ownRoles(): readonly Role[] | undefined {
  const key = ownKey();
  return key && key.subject !== ANY_PERSON ? key.roles : undefined;
}

/** Whether a key or a setting says who gives a command. */
export const knowsActor = (): boolean =>
  ownRoles() !== undefined || readConfig(['signing']).signing.actor !== undefined;

/** Whether the person's own key asserts a role that may give a command; without one of their own, any person may be meant. */
export const mayGive = ({ roles }: CommandRow): boolean =>
  ownRoles()?.some((role) => roles.includes(role)) ?? true;

/** The role in which a command is given where none is named: one that the person's own key asserts, or else the usual one. */
export function roleFor({ roles }: CommandRow, usualRole: Role): Role | undefined {
  const own = ownRoles() ?? [];
  return [...(own.includes(usualRole) ? [usualRole] : own), usualRole].find((role) => roles.includes(role));
}

/** Reads a number of seconds from the command line. */
export function seconds(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

/** Reads how many entries a list may have. */
export function limit(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0 || Number(text) > 1_000)
    throw new InvalidArgumentError('It must be from 1 to 1000.');
  return Number(text);
}

/** Reads a count of at most four digits. */
export function count(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Reads a reference or an id. */
export function reference(text: string): string {
  if (REFERENCE_PATTERN.test(text) && text.length <= REFERENCE_MAX) return text;
  throw new InvalidArgumentError('It must be letters, digits, dots, underscores and hyphens.');
}

/** Reads the last four digits of an account. A whole number is refused: arguments are no place for it. */
export function lastDigits(text: string): string {
  if (/^\d{4}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the last 4 digits of the account, and no more of it.');
}
