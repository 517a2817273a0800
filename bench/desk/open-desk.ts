import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DeskRole } from '../../src/desk/contract/fields';
import { Sessions } from '../../src/desk/login/sessions';
import { readNamesKey, readRowSeal } from '../../src/desk/names-key';
import { connectRecords } from '../../src/records/connection';
import type { NamesKey } from '../../src/records/projection/names';
import { copyOfDocuments, startDesk } from '../../stack/desk-process';
import type { Stack } from '../../stack/run-stack';
import { Officer } from './officer';

/** A desk in a process of its own beside a stack, with a way into its database. */
export interface OpenDesk {
  readonly pool: Pool;
  readonly names: NamesKey;
  /** Logs an officer in. */
  officer(name: string, roles: readonly DeskRole[]): Promise<Officer>;
  /** kill -9 of the desk, and up again on the same port and database. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** What a bench waits for longer than a desk does. */
const PATIENCE_MS = 60_000;

/** Opens a desk for a stack that runs without one. `preload`: a module that is loaded into it before everything else. */
export async function openDesk(stack: Stack, preload?: string): Promise<OpenDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-'));
  const documents = await copyOfDocuments(folder);
  const desk = await startDesk({
    ...{ temporal: stack.temporal, records: stack.records, keys: stack.keys },
    ...{ encryptionKeys: stack.encryptionKeys, documents, folder, logLevel: 'error' },
    ...(preload !== undefined && { preload }),
  });
  const pool = connectRecords(stack.records.env.DATABASE_URL, PATIENCE_MS, PATIENCE_MS);
  const sessions = new Sessions(pool, readRowSeal(desk.namesKeyFile, desk.issuer));
  const officers: Officer[] = [];
  return {
    ...{ pool, names: readNamesKey(desk.namesKeyFile), crash: () => desk.crash() },
    async officer(name, roles) {
      const session = await sessions.begin({ subject: name, name, roles, loggedInAt: new Date() });
      const officer = new Officer(desk.url, session);
      officers.push(officer);
      return officer;
    },
    async stop() {
      await Promise.all(officers.map((officer) => officer.leave()));
      await desk.stop();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
