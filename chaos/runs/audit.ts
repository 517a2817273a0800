import { readFile } from 'node:fs/promises';
import { connectRecords } from '../../src/records/connection';
import { readAuditKeys, readSignerKey } from '../../src/records/audit-key-files';
import { verify } from '../../src/records/verify';
import { steerAmidJunk, type Size } from '../audit/accepted';
import { lookUp } from '../audit/recorded';
import { tryOnCopy } from '../audit/tampered';
import { log, type Row } from '../report';
import type { TestEnvironment } from '../test-environment';
import type { Attack } from './run';

const full: Size = { cases: 20, junkEach: 500, notesEach: 5, kills: 5 };
const small: Size = { cases: 3, junkEach: 50, notesEach: 1, kills: 1 };

const PATIENCE_MS = 60_000;

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row> {
  const size = quick ? small : full;
  const steered = await steerAmidJunk(environment, size);
  const ended = steered.filter(({ end }) => end === 'SUCCESS').length;
  const { superuserUrl, env } = environment.records;
  const superuser = connectRecords(superuserUrl, PATIENCE_MS, PATIENCE_MS);
  try {
    const [keys, signer] = [
      readAuditKeys(env.AUDIT_KEY_FILE),
      await readSignerKey(env.AUDIT_SIGNER_KEY_FILE),
    ];
    const exported = await linesOf(env.AUDIT_EXPORT_FILE);
    const { problems, checkpoints } = await verify({ pool: superuser, keys, signer, exported });
    for (const { problem } of problems) log(`  ${problem}`);
    const recorded = await lookUp(superuser, steered);
    const attempts = await tryOnCopy(superuser, superuserUrl, { keys, signer });
    const undetected = attempts.filter(({ shownWithHead }) => !shownWithHead).length;
    const { lost, refused } = recorded;
    const accepted = steered.reduce((sum, one) => sum + one.accepted.length, 0);
    return {
      fields: {
        ...recorded,
        ...{ accepted, ended, kills: size.kills, junkMessages: size.cases * size.junkEach },
        ...{ tamperings: attempts.length, undetected },
        undetectedByDatabaseAlone: attempts.filter(({ shownByDatabase }) => !shownByDatabase).length,
        ...{ checkpoints, problems: problems.length },
      },
      holds: lost + undetected + problems.length === 0 && refused > 0 && ended === size.cases,
    };
  } finally {
    await superuser.end();
  }
}

/** None before the first checkpoint. */
const linesOf = async (path: string): Promise<string[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

export const audit: Attack = {
  proves:
    'Junk messages, and kills (kill -9) of workers and of the database: all that cases have acknowledged stands in the audit, and no tampering with it stays hidden.',
  // An hour in a second, as for messages.
  rate: 3_600,
  attack,
};
