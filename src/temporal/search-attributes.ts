import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { searchAttributes } from '../domain/wire/search-attributes';
import { placeText, type TemporalPlace } from './connection';
import { unlessNotFound } from './runs';

type Name = keyof typeof searchAttributes;
const all = Object.keys(searchAttributes) as Name[];

type Operated = Pick<Connection, 'operatorService'>;
type Served = Pick<Connection, 'operatorService' | 'workflowService'>;

/** The search attributes that a namespace lacks. */
export async function missingSearchAttributes(connection: Operated, namespace: string) {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return all.filter((name) => !(name in customAttributes));
}

/** The namespace is not usable. The message says what an administrator must do. */
export class NamespaceError extends Error {
  override readonly name = 'NamespaceError';
  readonly kind = 'usage';
}

/** The Temporal command with which an administrator creates search attributes. */
export function creatingText(place: TemporalPlace, missing: readonly Name[]): string {
  const typed = missing.map((name) => `--name ${name} --type ${searchAttributes[name]}`).join(' ');
  const inCloud = missing.map((name) => `--search-attribute ${name}=${searchAttributes[name]}`).join(' ');
  return `"temporal operator search-attribute create ${placeText(place)} ${typed}"; on Temporal Cloud "tcld namespace search-attributes add --namespace ${place.namespace} ${inCloud}"`;
}

const RETENTION = '30 days';
/** A new namespace is known to all parts of the server only after some seconds. */
const TRIES = 15;
const PAUSE_MS = 2_000;

/** Creates the namespace and its search attributes where they are missing. @returns what it created */
export async function setUpNamespace(connection: Served, place: TemporalPlace): Promise<readonly string[]> {
  const { namespace } = place;
  const isMissing = await lacksNamespace(connection, namespace);
  if (isMissing) {
    const workflowExecutionRetentionPeriod = msToTs(RETENTION);
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  }
  return [...(isMissing ? [`the namespace ${namespace}`] : []), ...(await addMissing(connection, place))];
}

async function lacksNamespace({ workflowService }: Served, namespace: string) {
  return !(await workflowService.describeNamespace({ namespace }).catch(unlessNotFound));
}

async function addMissing(connection: Operated, place: TemporalPlace, tries = TRIES): Promise<Name[]> {
  let missing = all;
  try {
    missing = await missingSearchAttributes(connection, place.namespace);
    if (missing.length > 0) await addSearchAttributes(connection, place.namespace, missing);
    return missing;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (NOT_FOR_US.includes(code)) throw lacking(place, missing);
    if (code !== status.NOT_FOUND || tries <= 1) throw error;
    await pause(PAUSE_MS);
    return addMissing(connection, place, tries - 1);
  }
}

/** Registers search attributes without checking whether they exist. */
export async function addSearchAttributes(connection: Operated, namespace: string, names = all) {
  const types = Object.fromEntries(names.map((name) => [name, TYPES[searchAttributes[name]]]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: types });
}

const { IndexedValueType } = temporal.api.enums.v1;
const TYPES = {
  Keyword: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  Datetime: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  Bool: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
};

/** We may not make a call, or the server lacks it. */
const NOT_FOR_US: readonly unknown[] = [status.PERMISSION_DENIED, status.UNIMPLEMENTED];

const lacking = (place: TemporalPlace, missing: readonly Name[]): NamespaceError =>
  new NamespaceError(
    `The namespace ${place.namespace} lacks the search attributes ${missing.join(', ')}: if it is the right one (TEMPORAL_NAMESPACE), an administrator makes them with ${creatingText(place, missing)}.`,
  );

/**
 * Checks that a namespace exists with the search attributes that every case needs. It passes when the caller
 * may not ask. @throws NamespaceError
 */
export async function requireNamespace(connection: Served, place: TemporalPlace): Promise<void> {
  const { namespace } = place;
  if (await lacksNamespace(connection, namespace).catch(() => false))
    throw new NamespaceError(`Temporal has no namespace ${namespace}: create it, or set TEMPORAL_NAMESPACE.`);
  const missing = await missingSearchAttributes(connection, namespace).catch(() => []);
  if (missing.length > 0) throw lacking(place, missing);
}
