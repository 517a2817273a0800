import Table from 'cli-table3';
import type { Finding } from './findings';

/** What a run has found under one base address. */
export interface Report {
  readonly baseUrl: string;
  readonly rows: readonly Finding[];
  readonly holds: number;
  readonly fails: number;
  readonly notReached: number;
}

export function report(baseUrl: string, rows: readonly Finding[]): Report {
  const count = (verdict: Finding['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return {
    baseUrl,
    rows,
    holds: count('holds'),
    fails: count('does not hold'),
    notReached: count('not reached'),
  };
}

const HEADINGS = ['Operation', 'Evidence', 'Verdict', 'What was seen'];

/** No lines between the rows. */
const PLAIN = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** The report for people. */
export function asText({ baseUrl, rows, holds, fails, notReached }: Report): string {
  const table = new Table({ head: HEADINGS, chars: PLAIN, style: { head: [], border: [] } });
  for (const row of rows) table.push([row.name, row.evidence, row.verdict, remarks(row)]);
  const sum = `${holds} hold, ${fails} do not hold, ${notReached} not reached, under ${baseUrl}`;
  return `${table.toString()}\n${sum}`;
}

function remarks({ problems, unseen, reason = '' }: Finding): string {
  const broken = problems.map(({ field, expected, seen }) => `${field}: expected ${expected}, seen ${seen}`);
  const empty = unseen.map((list) => `${list}: the list was empty`);
  return [...broken, ...empty, ...(reason ? [reason] : [])].join('\n');
}
