import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { printable } from '../domain/case/display-text';
import type { CommandRow, Role } from '../domain/case/commands';
import type { Field } from '../domain/case/fields';
import { HOUR_MS } from '../domain/time/clock';
import { fieldsOf, ownFields, personalFields, kebab, knowsActor, roleFor } from './command-options';
import type { CaseKind } from '../domain/case/kind';

/** Prints the requested output on stdout, so that it can be piped, without terminal control characters. */
export const print = (text: string): void => void process.stdout.write(`${printable(text)}\n`);

/** Prints everything else for people on stderr. */
export const inform = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

/** A result on stdout: as one JSON document, or in words. */
export function printResult<V>(json: boolean | undefined, value: V, words: (value: V) => string): void {
  print(json ? JSON.stringify(value, null, 2) : words(value));
}

/** Aligns lines of cells in columns. */
export function columns(lines: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** A title with indented lines; empty without lines. */
export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');

const isCompiled = extname(__filename) === '.js';
/** The command as people type it: the compiled program by its name, the sources through npm. */
export const TYPED = isCompiled ? 'starter' : 'npm run starter --';
/** The same in a program's environment. */
export const typedWith = (envFile: string) =>
  `node --env-file=${envFile} ${isCompiled ? process.argv[1] : 'scripts/run.mjs src/starter.ts'}`;
/** The same in the environment of a person, if that lies beside the one that this process got (`--env-file`). */
export function typedByPerson(given: readonly string[] = process.execArgv): string {
  const [file = ''] = given.flatMap((one) => /^--env-file=(.+)/.exec(one)?.[1] ?? []);
  const own = join(dirname(file), 'starter.env');
  return file !== '' && existsSync(own) ? typedWith(own) : TYPED;
}
/** Without npm's banner, which would precede the output. */
const FOR_PROGRAMS = isCompiled ? 'starter' : 'npm run --silent starter --';
const READ_BY_PROGRAMS = / --json\b|^schema /;

/** The part of a kind that a command line needs. */
type Typed = Pick<CaseKind, 'noun' | 'commands' | 'usualRole'>;

/** The end of a help text: lines that can be typed as they are. */
export const examples = (...lines: string[]): string => ['\nExamples:', ...lines.map(exampleLine)].join('\n');

const exampleLine = (line: string) => `  ${READ_BY_PROGRAMS.test(line) ? FOR_PROGRAMS : TYPED} ${line}`;

/** The line to type for a case; a person's choices are `<placeholder>`s, which no shell accepts. */
export const commandLine = (
  kind: Typed,
  name: string,
  reference: string,
  known: Readonly<Record<string, string>> = {},
): string =>
  [TYPED, ...words(kind, name, reference, (field) => known[field[0]] ?? placeholder(field))].join(' ');

/** The same line without its beginning and with sample values, for help. */
export const sampleLine = (kind: Typed, name: string, reference: string): string =>
  words(kind, name, reference, sample).join(' ');

type Valued = (field: [string, Field]) => string;

function words({ noun, commands, usualRole }: Typed, name: string, reference: string, value: Valued) {
  const row = commands[name];
  const fields = row ? neededFields(row, usualRole) : [];
  const from = row && personalFields(row).length > 0 ? [value(['from', FROM])] : [];
  return [
    noun,
    kebab(name),
    reference,
    ...from.map((path) => `--from ${path}`),
    ...fields.map(([field, about]) => written(field, about, value)),
  ];
}

const FROM: Field = { kind: 'text', max: 300, about: 'a file' };

const written = (name: string, field: Field, value: Valued): string =>
  field.kind === 'flag' ? `--${kebab(name)}` : `--${kebab(name)} ${value([name, field])}`;

/** The fields that a command needs; if all are optional, the first one represents them. */
function neededFields(row: CommandRow, usualRole: Role): [string, Field][] {
  const known = [
    ...(roleFor(row, usualRole) === undefined ? [] : ['role']),
    ...(knowsActor() ? ['actor'] : []),
  ];
  const inFile = personalFields(row).length > 0 ? Object.keys(row.fields) : [];
  const fields = Object.entries(fieldsOf(row)).filter(([name]) => !inFile.includes(name));
  const own = Object.entries(ownFields(row)).filter(([name]) => !inFile.includes(name));
  const needed = fields.filter(([name, field]) => !field.optional && !known.includes(name));
  const mayBeEmpty = own.length > 0 && own.every(([, field]) => field.optional);
  return mayBeEmpty ? [...own.slice(0, 1), ...needed] : needed;
}

const CHOICES_MAX = 5;

function placeholder([name, field]: [string, Field]): string {
  if (name === 'actor') return '<your-id>';
  if (name === 'from') return '<file.json>';
  const choices = field.kind === 'code' && field.values.length <= CHOICES_MAX ? field.values : [];
  return `<${choices.join('|') || kebab(name)}>`;
}

function sample([name, field]: [string, Field]): string {
  if (field.kind === 'code') return field.values[0] ?? '';
  if (field.kind === 'integer') return String(field.min);
  if (field.kind === 'digits') return '0123456789012345'.slice(0, field.max);
  return SAMPLES[name] ?? SAMPLES[field.kind] ?? (field.kind === 'reference' ? name : name.toUpperCase());
}

/** Samples of the fields of a name, and of a kind. */
const SAMPLES: Readonly<Record<string, string>> = {
  actor: 'your-id',
  file: 'board-resolution.pdf',
  from: 'details.json',
  date: '2026-01-31',
  sha256: '0'.repeat(64),
  rows: '3,7-9',
};

/** An instant (ISO 8601) for people, to the minute: in UTC and in Lagos time, which is an hour ahead all year. */
export function momentText(at: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const [day, time] = minuteOf(atMs);
  const [lagosDay, lagosTime] = minuteOf(atMs + HOUR_MS);
  return `${day} ${time} UTC (${lagosDay === day ? '' : `${lagosDay} `}${lagosTime} Lagos)`;
}

const INSTANT = /(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z| (\d{2}:\d{2}) UTC)/g;

/** A sentence of a worker, with each instant in it as `momentText` writes it. */
export const withMoments = (sentence: string): string =>
  sentence.replace(INSTANT, (_, day: string, seconds?: string, minutes?: string) =>
    momentText(`${day}T${seconds ?? `${minutes}:00`}Z`),
  );

const minuteOf = (atMs: number) => {
  const iso = new Date(atMs).toISOString();
  return [iso.slice(0, 10), iso.slice(11, 16)] as const;
};
