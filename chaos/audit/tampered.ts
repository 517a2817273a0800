import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { AuditKeys } from '../../src/records/audit/keys';
import type { SignerKey } from '../../src/records/checkpoints/checkpoint';
import { ExportFile, signHeads } from '../../src/records/checkpoints/signer';
import { connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import { tryAll, type Attempt } from './attempts';
import { readCopy, replaceCopy, type AuditCopy } from './audit-copy';
import { tamperings } from './tamperings';

const NAME = 'tampered';
/** Heads are signed so often while the audit grows. */
const CHECKPOINTS = 3;
const PATIENCE_MS = 60_000;

/** Tries all tamperings on a copy of what the cases have written, whose heads are signed as it grows. */
export async function tryOnCopy(
  original: Pool,
  superuserUrl: string,
  { keys, signer }: { readonly keys: AuditKeys; readonly signer: SignerKey },
): Promise<Attempt[]> {
  const { rows, details } = await readCopy(original);
  await original.query(`CREATE DATABASE ${NAME}`);
  const url = Object.assign(new URL(superuserUrl), { pathname: `/${NAME}` }).href;
  await migrate({ url });
  const superuser = connectRecords(url, PATIENCE_MS, PATIENCE_MS);
  try {
    const file = await ExportFile.open(join(await mkdtemp(join(tmpdir(), 'tampered-')), 'heads'));
    for (let number = 1; number <= CHECKPOINTS; number++) {
      const grown = rows.slice(0, Math.ceil((rows.length * number) / CHECKPOINTS));
      const held = new Set(grown.map(placeOf));
      const before = await readCopy(superuser);
      const now: AuditCopy = {
        ...before,
        rows: grown,
        details: details.filter((one) => held.has(placeOf(one))),
      };
      await replaceCopy(superuser, before, now);
      await signHeads(superuser, signer, file);
    }
    return await tryAll({ superuser, keys, signer, exported: file.lines }, tamperings);
  } finally {
    await superuser.end();
  }
}

const placeOf = ({ case_id, sequence }: { case_id: string; sequence: number }) => `${case_id} ${sequence}`;
