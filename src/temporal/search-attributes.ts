import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { searchAttributes } from '../domain/wire/search-attributes';

/** Temporal's numbers of the types (enum IndexedValueType of its API). */
const TYPES = { Keyword: 2, Bool: 5, Datetime: 6 } as const;

const VISIBLE_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 250;

type Name = keyof typeof searchAttributes;
const all = Object.keys(searchAttributes) as Name[];

/** Registers search attributes without looking whether they are there. */
export async function addSearchAttributes(
  connection: Connection,
  namespace: string,
  names: readonly Name[] = all,
): Promise<void> {
  const types = Object.fromEntries(names.map((name) => [name, TYPES[searchAttributes[name]]]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: types });
}

/** Registers the search attributes that a namespace lacks, and waits until it has them all. */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  await addSearchAttributes(connection, namespace, missing);
  const deadline = performance.now() + VISIBLE_WITHIN_MS;
  while ((await missingSearchAttributes(connection, namespace)).length > 0) {
    if (performance.now() > deadline) throw new Error(`Temporal does not show the new search attributes`);
    await sleep(LOOK_AGAIN_MS);
  }
}

/** The search attributes that a namespace lacks. */
export async function missingSearchAttributes(connection: Connection, namespace: string) {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return all.filter((name) => !(name in customAttributes));
}
