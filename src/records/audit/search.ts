import type { Pool } from 'pg';
import { selectEntries, type ReadEntry } from './read';

/** Which entries; everything may be left out. */
export interface AuditSearch {
  readonly actor?: string | undefined;
  readonly caseIds?: readonly string[] | undefined;
  /** Names of commands, of stages, or of results. */
  readonly what?: readonly string[] | undefined;
  /** Business time, ISO 8601: from the one on, before the other. */
  readonly span?: { readonly from: string; readonly to: string } | undefined;
  /** Entries written before this position. */
  readonly before?: number | undefined;
}

/** Entries of all cases, the newest first. */
export function searchEntries(pool: Pool, search: AuditSearch, limit: number): Promise<ReadEntry[]> {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { actor, caseIds, what, span, before } = search;
  const conditions = [
    'true',
    ...(actor === undefined ? [] : [`e.actor = ${value(actor)}`]),
    ...(caseIds === undefined ? [] : [`e.case_id = ANY(${value(caseIds)})`]),
    ...(what === undefined ? [] : [`e.what = ANY(${value(what)})`]),
    ...(span === undefined ? [] : [`e.at >= ${value(span.from)}`, `e.at < ${value(span.to)}`]),
    ...(before === undefined ? [] : [`e.position < ${value(before)}`]),
  ];
  const rest = `WHERE ${conditions.join(' AND ')} ORDER BY e.position DESC LIMIT ${value(limit)}`;
  return selectEntries(pool, rest, values);
}
