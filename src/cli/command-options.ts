import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { readConfig } from '../config/read-config';
import {
  commandFields,
  takesDocument,
  type CommandRow,
  type Role,
  type CommandTable,
} from '../domain/case/commands';
import { expectation, problemsWith, type Field, type Fields } from '../domain/case/fields';
import { ANY_PERSON } from '../authority/key-ring';
import { readSigningKey } from '../authority/person-key';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';

/** A command's own fields, then the fields that every command has. */
export function fieldsOf(row: CommandRow): Fields {
  const { requestId, actor, role, ...shared } = commandFields(row.stages);
  return { ...ownFields(row), actor, role: { ...role, values: row.roles }, ...shared, requestId };
}

/** The fields that only this command has. */
export function ownFields(row: CommandRow): Fields {
  if (!takesDocument(row)) return row.fields;
  const { path, sha256: _computed, ...rest } = row.fields;
  return { ...rest, ...(path && { file: path }) };
}

/** A command's fields with personal data, which are read from a file or stdin, never from arguments. */
export const personalFields = (row: CommandRow): string[] =>
  Object.entries(ownFields(row)).flatMap(([name, field]) =>
    name !== 'file' && 'personal' in field ? [name] : [],
  );

export interface Options {
  readonly json?: true;
  /** The JSON file with fields that are no options, or have no place in the other file. */
  readonly from?: string;
  readonly [field: string]: unknown;
}

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
      // A key that is set names the actor itself.
      const isKnown = name === 'actor' && readConfig(['signing']).signing.keyFile !== undefined;
      return field.optional || mayStandInFile || isKnown ? option : option.makeOptionMandatory();
    });
  return personal.length === 0 ? options : [fromOption(row, personal), ...options, ...personal.map(refused)];
};

/** The options of a command outside of any case: without an expected stage and a request id. */
export const optionsBesideCases = (row: CommandRow, usualRole: Role): Option[] =>
  optionsOf(row, usualRole).filter((option) => !ONLY_FOR_CASES.includes(option.name()));

const ONLY_FOR_CASES = ['expected-stage', 'expected-changes', 'request-id'];

/** The option for the file with personal fields; mandatory if one of them is. */
function fromOption(row: CommandRow, personal: readonly string[]): Option {
  const option = new Option('--from <file>', `JSON file with ${personal.join(', ')}; - for stdin`);
  return personal.some((name) => !row.fields[name]?.optional) ? option.makeOptionMandatory() : option;
}

/** A hidden option, kept so that its refusal can say what to do instead. */
const refused = (name: string) => new Option(`--${kebab(name)} <${kebab(name)}>`).hideHelp();

function optionOf(name: string, field: Field): Option {
  const flag = `--${kebab(name)}`;
  if (field.kind === 'flag') return new Option(flag, field.about);
  const value = `${flag} <${kebab(name)}>`;
  if (field.kind === 'code') return new Option(value, field.about).choices(field.values);
  return new Option(value, `${field.about}: ${expectation(field)}`).argParser(valueOf(field));
}

/** Checks a value by the workflow's own rule, so that a typing error costs no round trip. */
const valueOf = (field: Field) => (text: string) => {
  const value = field.kind === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
  if (problemsWith({ value: field }, { value }).length === 0) return value;
  throw new InvalidArgumentError(`It must be ${expectation(field)}.`);
};

/** Turns the tables' camelCase into the command line's kebab-case. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const CAMEL_CASE = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g;

/** A worker's sentence, with command names in kebab-case. */
export const asTyped = (commands: CommandTable, sentence: string): string =>
  sentence.replace(CAMEL_CASE, (word) => (Object.hasOwn(commands, word) ? kebab(word) : word));

/** The roles of a person's own key; `undefined` if a desk's key, or none, signs. Signing reports a broken file. */
function ownRoles(): readonly Role[] | undefined {
  const { keyFile } = readConfig(['signing']).signing;
  // Without a key nothing of signatures is loaded: help is to be quick.
  if (keyFile === undefined) return undefined;
  try {
    const { subject, roles } = readSigningKey(keyFile);
    return subject === ANY_PERSON ? undefined : roles;
  } catch {
    return undefined;
  }
}

/** Whether a key or a setting says who gives a command. */
export const knowsActor = (): boolean =>
  ownRoles() !== undefined || readConfig(['signing']).signing.actor !== undefined;

/** Whether the person's own key has a role that may give a command; true without a key of their own. */
export const mayGive = ({ roles }: CommandRow): boolean =>
  ownRoles()?.some((role) => roles.includes(role)) ?? true;

/** The default role for a command: one that the person's own key has, or else the usual one. */
export function roleFor({ roles }: CommandRow, usualRole: Role): Role | undefined {
  const own = ownRoles() ?? [];
  return [...(own.includes(usualRole) ? [usualRole] : own), usualRole].find((role) => roles.includes(role));
}

export const day = (text: string): string => String(valueOf({ kind: 'date', about: 'a day' })(text));

/** Parses a whole number between two bounds, written in digits alone. */
const wholeNumber = (least: number, most: number, expected: string) => (text: string) => {
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`It must be ${expected}.`);
};

export const seconds = wholeNumber(1, 9_999_999, 'a whole number of seconds');
/** Parses the length of a list. */
export const limit = wholeNumber(1, 100_000, 'from 1 to 100000');
export const count = wholeNumber(0, 9_999, 'a whole number');

export function reference(text: string): string {
  if (REFERENCE_PATTERN.test(text) && text.length <= REFERENCE_MAX) return text;
  throw new InvalidArgumentError('It must be letters, digits, dots, underscores and hyphens.');
}
