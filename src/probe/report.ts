import type { Finding } from './findings';
import type { ReadingsReport } from './readings/report';
import Table from 'cli-table3';

/** What a run has found under one base address. */
export interface Report {
  readonly baseUrl: string;
  readonly rows: readonly Finding[];
  readonly holds: number;
  readonly fails: number;
  readonly notReached: number;
  readonly seen: ReadingsReport;
}

export function report(baseUrl: string, rows: readonly Finding[], seen: ReadingsReport): Report {
  const count = (verdict: Finding['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return {
    baseUrl,
    rows,
    holds: count('holds'),
    fails: count('does not hold'),
    notReached: count('not reached'),
    seen,
  };
}

const HEADINGS = ['Operation', 'Evidence', 'Verdict', 'What was seen'];

/** The report for people. */
export function asText({ baseUrl, rows, holds, fails, notReached }: Report): string {
  const lines = rows.map((row) => [row.name, row.evidence, row.verdict, remarks(row)]);
  const sum = `${holds} hold, ${fails} do not hold, ${notReached} not reached, under ${baseUrl}`;
  return `${plainTable(HEADINGS, lines)}\n${sum}`;
}

/** The readings for people. */
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

/** No lines between the rows. */
const PLAIN = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** A table for people, without colours. */
export function plainTable(head: string[], rows: readonly string[][]): string {
  const table = new Table({ head, chars: PLAIN, style: { head: [], border: [] } });
  table.push(...rows);
  return table.toString();
}
