import Table from 'cli-table3';
import { operationNamed, type OperationName, operationNames } from '../src/bank/contract';
import type { Evidence } from '../src/bank/contract/operation';
import type { ReadingsReport } from './readings/observations';
import type { Problem } from './replies/problems';

/** The result of a run under one base address. */
export type Report = ReturnType<typeof report>;

export function report(baseUrl: string, rows: readonly Finding[], seen: ReadingsReport) {
  const count = (verdict: Finding['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const [holds, fails, notReached] = [count('holds'), count('does not hold'), count('not reached')];
  return { baseUrl, rows, holds, fails, notReached, seen };
}

const HEADINGS = ['Operation', 'Evidence', 'Verdict', 'What was seen'];

export function asText({ baseUrl, rows, holds, fails, notReached }: Report): string {
  const lines = rows.map((row) => [row.name, row.evidence, row.verdict, remarks(row)]);
  const sum = `${holds} hold, ${fails} do not hold, ${notReached} not reached, under ${baseUrl}`;
  return `${plainTable(HEADINGS, lines)}\n${sum}`;
}

export function readingsText({ readings, settings, unknownWords }: ReadingsReport): string {
  const rows = readings.map(({ about, reading = '', reason = '' }) => [about, reading, reason]);
  const advised = Object.entries(settings).map(([name, value]) => `  ${name}=${value}`);
  const words = Object.entries(unknownWords).map(([subject, all]) => `  ${subject}: ${all.join(', ')}`);
  return [
    plainTable(['What the interface leaves open', 'Reading', ''], rows),
    ...(advised.length > 0 ? ['Put into the environment of the worker:', ...advised] : []),
    ...(words.length > 0 ? ['Say in BANK_WORDS what these words of the bank mean:', ...words] : []),
  ].join('\n');
}

function remarks({ problems, unseen, reason = '' }: Finding): string {
  const broken = problems.map(({ field, expected, seen }) => `${field}: expected ${expected}, seen ${seen}`);
  const empty = unseen.map((list) => `${list}: the list was empty`);
  return [...broken, ...empty, ...(reason ? [reason] : [])].join('\n');
}

/** Removes the lines between rows. */
const PLAIN = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** A table for people, without colours. */
function plainTable(head: string[], rows: readonly string[][]): string {
  const table = new Table({ head, chars: PLAIN, style: { head: [], border: [] } });
  table.push(...rows);
  return table.toString();
}

interface Finding {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly evidence: Evidence;
  readonly verdict: 'holds' | 'does not hold' | 'not reached';
  readonly problems: readonly Problem[];
  /** Lists that were empty in every reply, so that their items were never seen. */
  readonly unseen: readonly string[];
  readonly reason?: string;
}

/** Collects the results of replies, row by row. */
export class Findings {
  private readonly seen = new Map<OperationName, Pick<Finding, 'problems' | 'unseen'>>();
  private readonly reasons = new Map<OperationName, string>();

  answer(name: OperationName, problems: readonly Problem[], unseen: readonly string[]): void {
    const before = this.seen.get(name);
    this.seen.set(name, {
      problems: distinct([...(before?.problems ?? []), ...problems]),
      unseen: before ? before.unseen.filter((list) => unseen.includes(list)) : unseen,
    });
  }

  /** Notes why no reply showed anything about a row. The first reason counts. */
  miss(name: OperationName, reason: string): void {
    if (!this.reasons.has(name)) this.reasons.set(name, reason);
  }

  of(name: OperationName): Finding {
    const { method, path, evidence } = operationNamed(name);
    const row = { name, method, path, evidence };
    const { problems, unseen } = this.seen.get(name) ?? { problems: [], unseen: [] };
    if (problems.length > 0) return { ...row, verdict: 'does not hold', problems, unseen };
    if (this.seen.has(name)) return { ...row, verdict: 'holds', problems, unseen };
    const reason = this.reasons.get(name) ?? 'nothing led to it';
    return { ...row, verdict: 'not reached', problems, unseen, reason };
  }
}

/** Drops repeated problems: list items and repeated requests tend to break in the same way. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [Object.values(one).join('\n'), one])).values(),
];

/** The contract as data, for people and programs that cannot read its code. */
export const listing = () =>
  operationNames.map((name) => {
    const { method, path, evidence, effect, summary, refusals = [] } = operationNamed(name);
    return { name, method, path, evidence, effect, summary, refusals };
  });

const LEGEND = `# Contract

Every operation of the bank that is used, a row each. This file is written by
\`npm run contract -- --list --markdown\`; a test keeps it equal to the rows in \`src/bank/contract/\`.

- Evidence: \`specified\` is in the interface document, \`inferred\` is well supported, \`assumed\` is our own choice.
- Effect of a second identical request: \`none\` reads only, \`idempotent\` changes nothing more, \`once\` may do it again.
- Refusals are beyond malformed fields (400), 401, 403 and 429, which every operation may answer. _Later_ marks those
  that pass by themselves.
`;

/** The listing for people at a terminal. */
export const asTable = (): string => {
  const rows = listing().map((row) => [row.name, `${row.method} ${row.path}`, row.evidence, row.effect]);
  return plainTable(['Operation', 'Request', 'Evidence', 'Effect'], rows);
};

const COLUMNS = ['Operation', 'Method', 'Path', 'Evidence', 'Effect', 'What it does', 'Refusals'];

export function asMarkdown(): string {
  const rows = listing().map((row) => [
    row.name,
    row.method,
    `\`${row.path}\``,
    row.evidence,
    row.effect,
    row.summary,
    row.refusals.map(refusalText).join('<br>'),
  ]);
  return `${LEGEND}\n${markdownTable([COLUMNS, ...rows])}`;
}

/** Pads the columns, so that the document is formatted like all others. */
function markdownTable([head = [], ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [head, rule, ...rows].map(line).join('');
}

const refusalText = ({ status, message, notYet }: ReturnType<typeof listing>[number]['refusals'][number]) =>
  `${status} ${message}${notYet ? ' (_later_)' : ''}`;
