import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inCopy } from '../planted/copy';
import type { Defect } from '../planted/defect';
import { log, type Row } from '../report';
import type { RunOptions } from '../runs/run';

/** A repair that is taken back alone, and the kinds of attempts that it had stopped, by a part of their names. */
type TakenBack = Defect & { readonly kind: string };

const LONGEST_MS = 10 * 60_000;

const takenBack: readonly TakenBack[] = [
  {
    name: 'voucher',
    what: 'whoever decrypts can speak as a worker',
    kind: 'holder of the keys of persons',
    replacements: [
      {
        file: 'src/temporal/encryption/sealing/sealed-payload.ts',
        text: '  return isVouched ? plain : undefined;',
        by: '  return isVouched || plain.length > 0 ? plain : undefined;',
      },
    ],
  },
  {
    name: 'unsealed',
    what: 'an activity is carried out for calls in plain text',
    kind: 'scheduled in plain text',
    replacements: [
      {
        file: 'src/temporal/encryption/data-converters.ts',
        text: "    if (!label) return this.onUnreadable('it is not encrypted');",
        by: '    if (!label) return payload;',
      },
    ],
  },
  {
    name: 'sealed places',
    what: 'a row of the desk opens in the place of another one',
    kind: 'that was copied from that of another person',
    replacements: [
      {
        file: 'src/secrets/json-seal.ts',
        text: "createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place));",
        by: "createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(place.slice(0, 0)));",
      },
      {
        file: 'src/secrets/json-seal.ts',
        text: '        .setAAD(Buffer.from(place))\n        .setAuthTag',
        by: '        .setAAD(Buffer.from(place.slice(0, 0)))\n        .setAuthTag',
      },
    ],
  },
  {
    name: 'further attempts',
    what: 'a further attempt of the server is not doubted',
    kind: 'server tries again',
    replacements: [
      {
        file: 'src/records/effects/money-effects.ts',
        text: '  run_id === runId && sent_at !== null && mark?.after === sent_at;',
        by: '  run_id === runId && (sent_at !== null || mark !== undefined);',
      },
      {
        file: 'src/activities/gate/fence.ts',
        text: '  if (Context.current().info.attempt > 1) await',
        by: '  if (Context.current().info.attempt > 1_000) await',
      },
    ],
  },
  {
    name: 'signed audit',
    what: 'commands of the audit count whoever has written them',
    kind: 'an inserted entry of the audit',
    replacements: [
      {
        file: 'src/records/audit/row.ts',
        text: '  row.hash === hashOf(row) && keys.verifies(row);',
        by: '  row.hash === hashOf(row) && (keys.verifies(row) || row.sequence > 0);',
      },
    ],
  },
  {
    name: 'signed fence',
    what: 'rows of the fence count whoever has written them',
    kind: 'inserted rows of the fence',
    replacements: [
      {
        file: 'src/records/effects/row.ts',
        text: '  keys.verifies({ key_id: row.key_id, hash: hashOf(row), signature: row.signature });',
        by: '  keys.verifies({ key_id: row.key_id, hash: hashOf(row), signature: row.signature }) || row.sequence > 0;',
      },
    ],
  },
  {
    name: 'devices',
    what: 'a case takes approvals of much money without a device',
    kind: 'desk and the login provider together invent',
    replacements: [
      {
        file: 'src/domain/case/agreement.ts',
        text: '  if (rule.passkey && lacksPasskey)',
        by: '  if (rule.passkey && lacksPasskey && rule.approvals === 0)',
      },
    ],
  },
  {
    name: 'devices at the gate',
    what: 'the gate counts approvals of much money without a device',
    kind: 'desk and the login provider, through a foreign workflow',
    replacements: [
      {
        file: 'src/activities/gate/agreement.ts',
        text: '{ ...consent, actor, expectedDigest }',
        by: '{ ...consent, actor, expectedDigest, lacksPasskey: false }',
      },
    ],
  },
  {
    name: 'own device',
    what: 'the device of one person signs for another',
    kind: 'with the enrolled devices of others',
    replacements: [
      {
        file: 'src/authority/enrolled-passkey.ts',
        text: '  if (passkey.subject !== claims.sub)',
        by: "  if (passkey.subject !== claims.sub && claims.sub === '')",
      },
    ],
  },
  {
    name: 'signed act',
    what: 'a signature by a device counts for any act',
    kind: 'with signatures of devices that were captured',
    replacements: [
      {
        file: 'src/authority/passkey.ts',
        text: '      if (challenge !== challengeOf(act))',
        by: "      if (challenge !== challengeOf(act) && challenge === '')",
      },
    ],
  },
  {
    name: 'revoked device',
    what: 'a device counts after it was revoked',
    kind: 'with devices that were revoked',
    replacements: [
      {
        file: 'src/authority/enrolled-passkey.ts',
        text: "  if (state === 'revoked') throw",
        by: "  if (state === 'revoked' && Number.isNaN(0)) throw",
      },
    ],
  },
  {
    name: 'vetoes',
    what: 'the gate asks nobody whether people have said no',
    kind: 'a reset to before a person said cancel',
    replacements: [
      {
        file: 'src/activities/gate/vetoes.ts',
        text: '  if (veto && !isAskedSince(veto, given.asked))',
        by: "  if (veto && !isAskedSince(veto, given.asked) && own === '')",
      },
    ],
  },
  {
    name: 'withdrawn',
    what: 'a loan that was withdrawn is no veto',
    kind: 'a person said withdraw',
    replacements: [
      {
        file: 'src/domain/case/vetoes.ts',
        text: "'withdraw', 'closeAsExpired'",
        by: "'closeAsExpired'",
      },
    ],
  },
  {
    name: 'paused',
    what: 'a pause of charging is no veto',
    kind: 'a person said pauseCharging',
    replacements: [
      {
        file: 'src/domain/case/vetoes.ts',
        text: "  ['pauseCharging', 'resumeCharging'],\n",
        by: '',
      },
    ],
  },
  {
    name: 'other account',
    what: 'the gate does not ask whether people have named another account since',
    kind: 'which other account it goes to',
    replacements: [
      {
        file: 'src/activities/gate/vetoes.ts',
        text: '  const unheeded = missed ?? other;',
        by: "  const unheeded = missed ?? (own === '' ? other : undefined);",
      },
    ],
  },
];

/** Takes back one repair after the other: each time the attempts that it had stopped must be taken, or have an effect. */
export async function proveTakenBack({ defect: only }: RunOptions): Promise<Row> {
  const chosen = takenBack.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`there is no repair named ${only}`);
  const failing: string[] = [];
  for (const one of chosen) {
    const { code, told } = await inCopy(one, (folder) => forgeIn(folder, one.kind));
    if (code === 1) failing.push(one.name);
    log(
      `  ${one.name}: ${code === 1 ? 'the run fails' : `the run ends with ${code}`} (${one.what})\n${told}`,
    );
  }
  return {
    fields: { takenBack: chosen.length, failing: failing.length },
    holds: failing.length === chosen.length,
  };
}

/** The same run on other sources, with these kinds alone. */
function forgeIn(folder: string, kind: string): Promise<{ code: number | string; told: string }> {
  const tsx = createRequire(join(folder, 'package.json')).resolve('tsx');
  const args = ['--import', pathToFileURL(tsx).href, 'chaos/main.ts', 'forgery', '--quick', '--kind', kind];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, timeout: LONGEST_MS }, (error, _stdout, told) => {
      resolve({ code: error ? (error.code ?? 'a signal') : 0, told });
    });
  });
}
