import Table from 'cli-table3';
import { operationNamed, type OperationName } from '../bank/contract';
import type { Evidence } from '../bank/contract/operation';
import type { ReadingsReport } from './readings/report';
import type { Problem } from './replies/problems';

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

type Verdict = 'holds' | 'does not hold' | 'not reached';

/** What a run has to say about one row. */
interface Finding {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly evidence: Evidence;
  readonly verdict: Verdict;
  readonly problems: readonly Problem[];
  /** Lists that were empty in every reply, so that nothing is known of their items. */
  readonly unseen: readonly string[];
  /** Why a row was not reached. */
  readonly reason?: string;
}

/** Collects what the replies show, row by row. */
export class Findings {
  private readonly seen = new Map<OperationName, Pick<Finding, 'problems' | 'unseen'>>();
  private readonly reasons = new Map<OperationName, string>();

  /** A reply was judged. */
  answer(name: OperationName, problems: readonly Problem[], unseen: readonly string[]): void {
    const before = this.seen.get(name);
    this.seen.set(name, {
      problems: distinct([...(before?.problems ?? []), ...problems]),
      unseen: before ? before.unseen.filter((list) => unseen.includes(list)) : unseen,
    });
  }

  /** No reply could be had that says anything about the row. The first reason counts. */
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

/** The items of a list and repeated requests tend to break in the same way: once is enough. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [Object.values(one).join('\n'), one])).values(),
];
