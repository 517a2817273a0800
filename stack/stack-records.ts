import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExportFile, keepSigning, signHeads } from '../src/records/checkpoints/signer';
import { connectRecords } from '../src/records/connection';
import { createAuditKeys, readSignerKey } from '../src/records/audit-key-files';
import { migrate } from '../src/records/migrations';
import { startPostgres } from './postgres/server';

/** The records of a stack: a PostgreSQL of its own with keys of its own, and the signer of heads. */
export type StackRecords = Awaited<ReturnType<typeof startRecords>>;

const DATABASE = 'records';

/** Starts the records of a stack; their keys and exported heads are in the stack's folder. */
export async function startRecords(folder: string) {
  const data = await mkdtemp(join(tmpdir(), 'stack-records-'));
  const { keyFile, signerKeyFile, ...publicParts } = await createAuditKeys(join(folder, 'keys'));
  const exportFile = join(folder, 'audit-heads', 'checkpoints.txt');
  const postgres = await startPostgres(data);
  await postgres.createDatabase(DATABASE);
  const [url, superuserUrl] = [postgres.programUrl(DATABASE), postgres.ownerUrl(DATABASE)];
  await migrate({ url, ownerUrl: superuserUrl });
  const env = {
    RECORDS: 'on',
    DATABASE_URL: url,
    AUDIT_KEY_FILE: keyFile,
    AUDIT_SIGNER_KEY_FILE: signerKeyFile,
    AUDIT_EXPORT_FILE: exportFile,
  };
  const envFile = join(folder, 'records.env');
  // Only a person who erases needs the owner; no program of the stack gets this file.
  const lines = Object.entries({ ...env, DATABASE_MIGRATION_URL: superuserUrl }).map(
    ([name, value]) => `export ${name}='${value}'\n`,
  );
  await writeFile(envFile, lines.join(''), { mode: 0o600 });
  const signer = await startSigner(url, signerKeyFile, exportFile);
  return {
    /** The records' variables for a worker and the command line; `envFile` holds the same for a shell. */
    env,
    envFile,
    /** The public parts of the audit's keys, for a program that only verifies. */
    verifying: {
      AUDIT_KEY_FILE: publicParts.publicKeyFile,
      AUDIT_SIGNER_KEY_FILE: publicParts.signerPublicKeyFile,
    },
    /** The URL of the superuser, who lacks the keys. */
    superuserUrl,
    stop: async () => {
      await signer.stop();
      await postgres.stop();
      await rm(data, { recursive: true, force: true });
    },
    /** Kills PostgreSQL (SIGKILL) and restarts it on the same data, at once or after `awayMs`. */
    crash: (awayMs?: number) => postgres.crash(awayMs),
  };
}

/** Runs the signer in the stack's own process, which saves one. */
async function startSigner(url: string, keyFile: string, exportFile: string) {
  const pool = connectRecords(url);
  const key = await readSignerKey(keyFile);
  const file = await ExportFile.open(exportFile);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const failed = (error: unknown) =>
    void process.stderr.write(`The heads of the audit were not signed: ${String(error)}\n`);
  const signing = keepSigning(() => signHeads(pool, key, file), failed, ended);
  return {
    stop: async () => {
      end();
      await signing;
      await pool.end();
    },
  };
}
