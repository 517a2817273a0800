import type { Pool, PoolClient } from 'pg';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storedCheckpoints } from '../audit/read';
import { insertRow, inTransaction } from '../connection';
import { repeatUntil } from '../repeat-until';
import { linkTo, opened, signed, type Checkpoint, type SignedHead, type SignerKey } from './checkpoint';

/** Most entries in one checkpoint; a backlog takes several. */
const ENTRIES_MAX = 20_000;

/** One process signs at a time; a second one does nothing. */
const ONE_SIGNER = 'SELECT pg_try_advisory_xact_lock(7046, 3) AS mine';
/** Writers of entries hold it shared: whoever holds it alone can read every position up to the last. */
const NO_WRITING = 'SELECT pg_advisory_xact_lock(7046, 2)';

/** The database's checkpoints do not continue the signed ones, or cannot be kept. The signer signs nothing then. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
  readonly kind: 'refused' | 'usage' = 'refused';
}

/** The exported file cannot be read. */
class ExportFileError extends CheckpointError {
  override readonly kind = 'usage';
}

/**
 * Signs and exports the heads changed since the last checkpoint. Returns how many checkpoints it made. `tell` is
 * called if the file was shortened. @throws CheckpointError
 */
export async function signHeads(
  pool: Pool,
  key: SignerKey,
  exported: ExportFile,
  tell: (sentence: string) => void = () => undefined,
): Promise<number> {
  await exported.read();
  const { held, lacks, isLate } = await compare(pool, key, exported);
  if (isLate && exported.lines.length === 0)
    throw new CheckpointError(`The file ${lostText(exported, held)}: ${RESTORE}`);
  await exportMissing(pool, key, exported);
  if (isLate)
    tell(`${exported.path} lacked ${lacks} of the checkpoints that the database holds; they were added`);
  const made = await inTransaction(pool, (client) => signChanges(pool, client, key));
  if (made > 0) await exportMissing(pool, key, exported);
  return made;
}

/** Says that the file of checkpoints is lost. */
export const lostText = ({ path }: ExportFile, held: number): string =>
  `${path} is missing or empty, and the database holds ${held} checkpoints`;
/** What people do about a lost file of checkpoints. */
export const RESTORE = 'restore it from its copy; without one: docs/AUDIT.md, What to do';

async function signChanges(pool: Pool, client: PoolClient, key: SignerKey): Promise<number> {
  const { rows } = await client.query<{ mine: boolean }>(ONE_SIGNER);
  if (rows[0]?.mine !== true) return 0;
  const before = await lastCheckpoint(client, key);
  const upTo = await lastPosition(pool);
  let last = before;
  for (;;) {
    const position = await nextPosition(client, last.position, upTo);
    if (position === undefined) return last.number - before.number;
    last = await signNext(client, key, last, position);
  }
}

/** Adds missing checkpoints to the file, also to a new one. @throws CheckpointError as `compare` */
export async function exportMissing(pool: Pool, key: SignerKey, exported: ExportFile): Promise<number> {
  const { last } = await compare(pool, key, exported);
  const missing = await storedCheckpoints(pool, last + 1);
  for (const { number, signed: text } of missing) await own(number, text, key);
  await exported.append(missing.map(({ signed: text }) => text));
  return missing.length;
}

/**
 * Compares file and database: the numbers of their last checkpoints, and whether a signer would have exported
 * the first that the file lacks long ago. @throws CheckpointError unless the database continues the file
 */
export async function compare(pool: Pool, key: SignerKey, exported: ExportFile) {
  const lastLine = exported.lines.at(-1);
  const last = lastLine === undefined ? undefined : await opened(lastLine, key);
  if (lastLine !== undefined && !last)
    throw new CheckpointError('The exported file ends with a line that was not signed');
  const number = last?.number ?? 0;
  const [same, next] = await storedCheckpoints(pool, number, 2);
  if (last && same?.signed !== lastLine)
    throw new CheckpointError(
      `The database does not hold checkpoint ${number} as it was exported: an old copy was restored, or it was changed`,
    );
  const { number: held } = await lastCheckpoint(pool, key);
  const lacking = last ? next : same;
  const since = lacking && (await own(lacking.number, lacking.signed, key)).at;
  const isLate = since !== undefined && Date.now() - Date.parse(since) > UNSIGNED_MS_MAX;
  return { last: number, held, lacks: held - number, isLate };
}

/** @throws CheckpointError if another key made it */
async function own(number: number, text: string, key: SignerKey): Promise<Checkpoint> {
  const checkpoint = await opened(text, key);
  if (checkpoint?.number !== number)
    throw new CheckpointError(`Checkpoint ${number} was not made by the signer`);
  return checkpoint;
}

interface Last {
  readonly number: number;
  readonly at?: string;
  readonly position: number;
  readonly signed: string | undefined;
}

/** Reads the last checkpoint; the number is 0 if the database has none. @throws CheckpointError if another key made it */
export async function lastCheckpoint(client: Pick<Pool, 'query'>, key: SignerKey): Promise<Last> {
  const { rows } = await client.query<{ number: number; signed: string }>(
    'SELECT number, signed FROM audit_checkpoint ORDER BY number DESC LIMIT 1',
  );
  const [stored] = rows;
  if (!stored) return { number: 0, position: 0, signed: undefined };
  return { ...(await own(stored.number, stored.signed, key)), signed: stored.signed };
}

/** How old the first entry after a position is, by the database's clock; `undefined` if all are covered. */
export async function unsignedForMs(client: Pick<Pool, 'query'>, position: number) {
  const { rows } = await client.query<{ ms: string }>(
    `SELECT extract(epoch FROM clock_timestamp() - at::timestamptz) * 1000 AS ms FROM audit_entry
     WHERE position > $1 ORDER BY position LIMIT 1`,
    [position],
  );
  return rows[0] && Number(rows[0].ms);
}

const lastPosition = (pool: Pool): Promise<number> =>
  inTransaction(pool, async (client) => {
    await client.query(NO_WRITING);
    const { rows } = await client.query<{ last: string | null }>(
      'SELECT max(position) AS last FROM audit_entry',
    );
    return Number(rows[0]?.last ?? 0);
  });

/** The next checkpoint's end; `undefined` if no entry is left. Counts entries, as positions have holes. */
async function nextPosition(client: PoolClient, from: number, upTo: number): Promise<number | undefined> {
  const { rows } = await client.query<{ position: string | null }>(
    `SELECT max(position) AS position FROM (SELECT position FROM audit_entry
     WHERE position > $1 AND position <= $2 ORDER BY position LIMIT ${ENTRIES_MAX}) AS next`,
    [from, upTo],
  );
  const position = Number(rows[0]?.position ?? 0);
  return position > from ? position : undefined;
}

async function signNext(client: PoolClient, key: SignerKey, last: Last, position: number): Promise<Last> {
  const number = last.number + 1;
  const checkpoint: Checkpoint = {
    number,
    at: new Date().toISOString(),
    previous: linkTo(last.signed),
    position,
    heads: await headsBetween(client, last.position, position),
  };
  const text = await signed(checkpoint, key);
  await insertRow(client, 'audit_checkpoint', ['number', 'signed'], { number, signed: text });
  return { number, position, signed: text };
}

async function headsBetween(client: PoolClient, from: number, to: number): Promise<SignedHead[]> {
  const { rows } = await client.query<{ case_id: string; sequence: number; hash: string }>(
    `SELECT DISTINCT ON (case_id) case_id, sequence, hash FROM audit_entry
     WHERE position > $1 AND position <= $2 ORDER BY case_id, sequence DESC`,
    [from, to],
  );
  return rows.map(({ case_id, sequence, hash }) => [case_id, sequence, hash]);
}

const EVERY_MS = 60_000;

/** An entry that waits for longer shows that no signer runs, or that it cannot sign. */
export const UNSIGNED_MS_MAX = 5 * EVERY_MS;

/** Signs at once, then every minute, also after a failure, and once more when asked to end. */
export async function keepSigning(
  sign: () => Promise<number>,
  failed: (error: unknown) => void,
  ended: Promise<unknown>,
  everyMs = EVERY_MS,
): Promise<void> {
  const signOnce = () => sign().catch(failed);
  await repeatUntil(ended, everyMs, signOnce);
  await signOnce();
}

/**
 * The signed checkpoints outside the database: an append-only file with one per line. A line that a crash cut
 * off is a prefix of the line after it.
 */
export class ExportFile {
  private known: readonly string[] = [];
  private isCutOff = false;
  /** The size when it was last read or written; unknown before. */
  private size = -1;

  private constructor(readonly path: string) {}

  /** Reads the exported checkpoints; a missing file is empty. @throws CheckpointError */
  static async open(path: string): Promise<ExportFile> {
    const file = new ExportFile(path);
    await file.read();
    return file;
  }

  /** Reads the file again if it has another size than it had. @throws CheckpointError */
  async read(): Promise<void> {
    if ((await sizeOf(this.path)) === this.size) return;
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return '';
      throw new ExportFileError(
        `Signed heads cannot be kept in ${this.path} (${code}): name a file in a folder`,
      );
    });
    const lines = text.split('\n').filter((line) => line !== '');
    this.isCutOff = text !== '' && !text.endsWith('\n');
    this.known = (this.isCutOff ? lines.slice(0, -1) : lines).filter(isWhole);
    this.size = Buffer.byteLength(text);
  }

  get lines(): readonly string[] {
    return this.known;
  }

  /** Adds checkpoints, and returns when the disk has them. With none to add it still makes a file that is missing. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0 && this.size > 0) return;
    await mkdir(dirname(this.path), { recursive: true });
    const added = lines.map((line) => `${line}\n`).join('');
    await appendFile(this.path, `${this.isCutOff ? '\n' : ''}${added}`, { mode: 0o600, flush: true });
    this.isCutOff = false;
    this.known = [...this.known, ...lines];
    this.size = await sizeOf(this.path);
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const isWhole = (line: string, place: number, all: readonly string[]): boolean =>
  !(all[place + 1]?.startsWith(line) === true && all[place + 1] !== line);
