import type { Client } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { encodeToPayloadsWithContext, loadDataConverter } from '@temporalio/common/lib/internal-non-workflow';
import { keyRingOf } from '../temporal/encryption/settings';
import {
  changeEncryptionKeys,
  readEncryptionKeys,
  type KeyEntry,
  type KeyFile,
  newKey,
  type KeyRing,
} from '../temporal/encryption/key-ring-file';
import { refusal, wrongUse } from './request-error';
import { sliced } from '../domain/batch/rows';
import { isSealed } from '../domain/loan/documents';
import { keyIdOf, sealFile, unsealing } from '../temporal/encryption/sealing/sealed-file';
import { temporalTarget } from '../temporal/connection';

const MINUTE_MS = 60_000;
/** Time after which every program has read the new active key, also from copies on other machines. */
const READ_EVERYWHERE_AFTER_MS = 24 * 60 * MINUTE_MS;
const SHOWN_MOST = 100;

/**
 * Removes a key from the file once nothing in Temporal is encrypted under it, and re-encrypts documents under
 * the active key. @returns their number @throws RequestError that lists the runs that still need the key
 */
export async function removeKey(
  client: Client,
  { keyFile: path, documents }: { readonly keyFile: string; readonly documents: string | undefined },
  id: string,
  now = new Date(),
): Promise<number> {
  const found = removable(readEncryptionKeys(path), id, now);
  const uses: string[] = [];
  const before = new Date(Date.parse(found.retiredAt ?? now.toISOString()) + READ_EVERYWHERE_AFTER_MS);
  for await (const use of usesOfKey(client, id, before.toISOString())) {
    uses.push(use);
    if (uses.length === SHOWN_MOST) break;
  }
  if (uses.length > 0) throw refusal(stillNeeded(id, uses));
  const resealed =
    documents === undefined ? 0 : await resealDocuments(documents, keyRingOf(path, 'reader'), id);
  changeEncryptionKeys(path, (file) => {
    removable(file, id, now);
    const keys = file.keys.filter((entry) => entry.id !== id);
    return { ...file, keys, removed: [...file.removed, id] };
  });
  return resealed;
}

function removable({ active, keys }: KeyFile, id: string, now: Date): KeyEntry {
  const found = keys.find((entry) => entry.id === id);
  if (!found) throw wrongUse(`There is no key ${id} in the file.`);
  if (id === active)
    throw refusal(`The key ${id} is the active one. Rotate first, with "encryption rotate".`);
  if (found.retiredAt !== undefined && now.getTime() - Date.parse(found.retiredAt) < MINUTE_MS)
    throw refusal(`The key ${id} was active less than a minute ago. Try again in a minute.`);
  return found;
}

const stillNeeded = (id: string, uses: readonly string[]) =>
  [
    `The key ${id} is still needed. Without it these could not be read any more` +
      `${uses.length < SHOWN_MOST ? '' : ` (the first ${SHOWN_MOST})`}:`,
    ...uses,
  ].join('\n  ');

/**
 * Re-encrypts a store's documents from one key to the active one. Each is replaced atomically, so that a
 * repeat continues after an interruption. @returns their number @throws RequestError if one cannot be decrypted
 */
export async function resealDocuments(folder: string, keys: KeyRing, keyId: string): Promise<number> {
  let count = 0;
  for (const place of await sealedIn(folder)) {
    const path = join(folder, place);
    const file = await readFile(path);
    if (keyIdOf(file) !== keyId) continue;
    const content = await unsealing(keys)(file, place);
    if (!content) throw refusal('A document cannot be decrypted, so its key stays.');
    const part = join(dirname(path), `.${randomUUID()}.part`);
    await writeFile(part, await sealFile(content, place, keys), { mode: 0o600 });
    await rename(part, path);
    count++;
  }
  return count;
}

/** The paths of all encrypted documents, as references name them. */
const sealedIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter(isSealed).map((path) => path.replaceAll(sep, '/'));

/** The keys of a file, newest first, without their secrets. @throws KeyFileError */
export function listKeys(path: string) {
  const { active, keys } = readEncryptionKeys(path);
  return keys
    .map(({ id, createdAt, retiredAt }) => ({
      id,
      // Programs get a key that waits before it is the active one.
      state: id === active ? 'active' : retiredAt === undefined ? 'waits' : 'decrypts',
      createdAt,
      ...(retiredAt !== undefined && { retiredAt }),
    }))
    .reverse();
}

const waitingIn = ({ active, keys }: KeyFile): KeyEntry | undefined =>
  keys.find(({ id, retiredAt }) => id !== active && retiredAt === undefined);

const withWaiting = (file: KeyFile): KeyFile =>
  waitingIn(file) ? file : { ...file, keys: [...file.keys, newKey(file.idSecret)] };

/** Adds a key that waits, so that all programs have it before anything is written under it. @throws KeyFileError */
export const addKey = (path: string) => waitingIn(changeEncryptionKeys(path, withWaiting))?.id;

/** Makes the key that waits, or else a new one, the active one; the others still decrypt. @throws KeyFileError */
export function rotateKey(path: string): { readonly id: string } {
  const retiredAt = new Date().toISOString();
  const { active } = changeEncryptionKeys(path, (before) => {
    const file = withWaiting(before);
    const retire = (entry: KeyEntry) => (entry.id === before.active ? { ...entry, retiredAt } : entry);
    return { ...file, active: waitingIn(file)?.id ?? before.active, keys: file.keys.map(retire) };
  });
  return { id: active };
}

/**
 * The options of Temporal's command line for an input that only this case can read. It asks no server, so the
 * case need not exist yet. @throws RequestError if encryption is off
 */
export async function encryptedInput(workflowId: string, input: unknown): Promise<string> {
  const { namespace, dataConverters } = temporalTarget({ asksStack: true });
  if (!dataConverters.isEncrypting) throw refusal('Encryption is off: give the JSON to temporal as it is.');
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const converter = loadDataConverter(dataConverters.forClients);
  const [payload] = (await encodeToPayloadsWithContext(converter, owner, [input])) ?? [];
  const about = Object.entries(payload?.metadata ?? {}).map(
    ([name, value]) => `--input-meta ${name}=${Buffer.from(value).toString()}`,
  );
  const data = Buffer.from(payload?.data ?? []).toString('base64');
  return [...about, `--input-base64 --input ${data}`].join(' ');
}

type Executions = Awaited<ReturnType<Client['workflowService']['listWorkflowExecutions']>>['executions'];

const AT_A_TIME = 10;

/** Names all uses of a key in Temporal, decrypting nothing: schedules, and runs begun before an instant. */
async function* usesOfKey(client: Client, keyId: string, startedBefore: string): AsyncGenerator<string> {
  const { namespace } = client.options;
  yield* schedulesUsing(client, keyId);
  let nextPageToken: Uint8Array = new Uint8Array();
  // Ends with the page that names no next one.
  do {
    const query = `StartTime < "${startedBefore}"`;
    const page = await client.workflowService.listWorkflowExecutions({ namespace, query, nextPageToken });
    for (const some of sliced(page.executions, AT_A_TIME)) {
      const found = await Promise.all(some.map((one) => isUsing(client, one, keyId)));
      for (const [place, { execution }] of some.entries())
        if (found[place]) yield `${execution?.workflowId} ${execution?.runId}`;
    }
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
}

async function* schedulesUsing({ workflowService: api, options: { namespace } }: Client, keyId: string) {
  const { schedules } = await api.listSchedules({ namespace, maximumPageSize: 100 });
  for (const { scheduleId } of schedules) {
    if (typeof scheduleId !== 'string') continue;
    const described = await api.describeSchedule({ namespace, scheduleId });
    if (mentions(described, keyId)) yield `schedule ${scheduleId}`;
  }
}

/** Whether a run uses a key: in its history, its memo, or the details of its pending activities. */
async function isUsing(client: Client, { execution = null, memo }: Executions[number], keyId: string) {
  if (mentions(memo, keyId)) return true;
  const { namespace } = client.options;
  const asked = { namespace, execution };
  const { pendingActivities } = await client.workflowService.describeWorkflowExecution(asked);
  if (mentions(pendingActivities, keyId)) return true;
  const run = client.workflow.getHandle(execution?.workflowId ?? '', execution?.runId ?? '');
  return mentions(await run.fetchHistory(), keyId);
}

/** Whether any payload in a value is marked as encrypted under the key. */
function mentions(value: unknown, keyId: string): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  const label = (value as Readonly<Record<string, unknown>>)['encryption-key-id'];
  if (label instanceof Uint8Array && Buffer.from(label).toString() === keyId) return true;
  return Object.values(value).some((part) => mentions(part, keyId));
}
