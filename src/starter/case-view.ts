import { instantText, type Attention, type CaseFile, type Waiting } from '../domain/case-file';
import { nairaText } from '../domain/money';
import { commandLine } from './command-line';
import { kebab } from './command-options';
import { progressOf } from './progress';
import type { Subject } from './subject';

/** How much of the timeline to show. */
const LATEST = 8;

/** A case for people: where it stands, what it waits for, what to do and what happened. */
export function caseView(
  subject: Subject,
  file: CaseFile & { readonly calls?: readonly string[] },
  entries = LATEST,
): string {
  const { stageTitle, stage, since, assignee, waiting, attention, reference } = file;
  const head = `${subject.noun} ${reference}: ${stageTitle} (${stage}) since ${instantText(since)}`;
  const parts = [
    assignee === undefined ? head : `${head}, looked after by ${assignee}`,
    waiting && `Waits for ${waitingText(waiting)}\n${waiting.toDo}`,
    attention && attentionText(subject, reference, attention),
    section('Calls that wait', file.calls ?? []),
    section('Facts', rows(Object.entries(file.facts).map(fact))),
    section('Checklist', rows(file.checklist.map(({ item, status, reason = '' }) => [item, status, reason]))),
    section('Commands now', rows(file.commands.map((name) => [kebab(name), summary(subject, name)]))),
    section('Timeline', timeline(file, entries)),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** One line for each change of a case that somebody follows. */
export function progressLine(subject: Subject, file: CaseFile): string {
  const { stageTitle, waiting, attention, facts } = file;
  const at = instantText(file.timeline.at(-1)?.at ?? file.since);
  const progress = progressOf(facts);
  const wait = waiting ? `, waits for ${waitingText(waiting)}` : '';
  const line = `${at}  ${stageTitle}${progress}${wait}`;
  return attention ? `${line}\n${attentionText(subject, file.reference, attention)}` : line;
}

/** What somebody should look at, with the lines to type. */
export function attentionText(
  subject: Subject,
  reference: string,
  { cause, since, actions }: Attention,
): string {
  const lines = actions
    .filter((name) => name in subject.commands)
    .map((name) => `  ${commandLine(subject, name, reference)}`);
  return [`Needs attention since ${instantText(since)}: ${cause}`, ...lines].join('\n');
}

function waitingText({ about, on, since, until }: Waiting): string {
  const limit = until === undefined ? '' : `, until ${instantText(until)}`;
  return `${about} (${on}), since ${instantText(since)}${limit}`;
}

/** Facts are named by unit: `…Kobo` is told as an amount, `…At` as an instant. */
export function fact([name, value]: [string, string | number | null]): string[] {
  const label = kebab(name.replace(/Kobo$/, '')).replaceAll('-', ' ');
  if (name.endsWith('Kobo') && typeof value === 'number') return [label, nairaText(value)];
  return [label, name.endsWith('At') ? instantText(String(value)) : String(value ?? 'none')];
}

const summary = ({ commands }: Subject, name: string) => commands[name]?.summary ?? '';

const timeline = (file: CaseFile, entries: number) =>
  rows(
    file.timeline
      .slice(-entries)
      .map(({ at, by, what, note }) => [
        instantText(at),
        by,
        note === undefined || note === '' ? what : `${what}: ${note}`,
      ]),
  );

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');

/** Columns as wide as they need to be. */
export function rows(cells: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...cells.map((row) => row[column]?.length ?? 0));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}
