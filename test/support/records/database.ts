import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Pool } from 'pg';
import {
  keysIn,
  newAuditKey,
  writersKeysIn,
  type AuditKeys,
  type AuditSigningKeys,
} from '../../../src/records/audit/keys';
import { signerKeyIn, type SignerKey } from '../../../src/records/checkpoints/checkpoint';
import { connectRecords } from '../../../src/records/connection';
import { migrate } from '../../../src/records/migrations';
import type { Records } from '../../../src/records/records';

/** The addresses of a database, as its owner and as the program. */
interface Roles {
  readonly url: string;
  readonly ownerUrl: string;
}

/** A fresh, empty database of the test run's PostgreSQL. */
export async function newDatabase(): Promise<Roles> {
  const answer = JSON.parse(await text(connect(process.env.TEST_RECORDS_SOCKET ?? ''))) as Roles & {
    error?: string;
  };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** Keys of workers that nobody else has. */
export const newAuditKeys = (): AuditSigningKeys => writersKeysIn(newAuditKey().line, 'audit.key');

/** A signer's key as its file has it. */
export const newSignerKey = (): string =>
  JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

/** A database with its tables, the keys, and a connection for each role. */
export interface TestRecords {
  readonly roles: Roles;
  readonly keys: AuditSigningKeys;
  /** Their public parts, which auditors have. */
  readonly publicKeys: AuditKeys;
  readonly signer: SignerKey;
  /** As the program. */
  readonly pool: Pool;
  /** As the superuser, who lacks the keys. */
  readonly superuser: Pool;
  close(): Promise<void>;
}

/** On a busy machine an answer may take long. */
const PATIENCE_MS = 60_000;

export async function testRecords(): Promise<TestRecords> {
  const roles = await newDatabase();
  await migrate(roles);
  const connect = (url: string) => connectRecords(url, PATIENCE_MS, PATIENCE_MS);
  const { line, publicLine } = newAuditKey();
  const [pool, superuser] = [connect(roles.url), connect(roles.ownerUrl)];
  return {
    roles,
    keys: writersKeysIn(line, 'audit.key'),
    publicKeys: keysIn(publicLine, 'audit.public.key'),
    signer: await signerKeyIn(newSignerKey(), 'signer.jwk'),
    pool,
    superuser,
    close: async () => {
      await Promise.all([pool.end(), superuser.end()]);
    },
  };
}

/** An entry as cases make them. */
export const entry = (number: number, more: object = {}) => ({
  id: `run-1:${number}`,
  at: `2030-01-01T00:00:${String(number % 60).padStart(2, '0')}.000Z`,
  kind: 'command' as const,
  what: 'approve',
  actor: 'checker-1',
  role: 'approver',
  requestId: `r-${number}`,
  detail: { reason: 'AS_ORDERED', note: `the note ${number}` },
  ...more,
});

/** Records that acknowledge every entry, admit every send, and keep none: for tests of what cases do, not of what is kept. */
export const acknowledging: Records = {
  effects: {
    admit: () => Promise.resolve({ what: 'admitted', isFirst: true }),
    doubt: () => Promise.resolve(false),
    settle: () => Promise.resolve(),
  },
  events: {
    after: () => Promise.resolve([]),
    withId: () => Promise.resolve(undefined),
    positionBefore: () => Promise.resolve(0),
  },
  commandsOf: () => Promise.resolve([]),
  append: ({ entries, known }) =>
    Promise.resolve({ sequence: (known?.sequence ?? 0) + entries.length, hash: 'kept nowhere' }),
};
