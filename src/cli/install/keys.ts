import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ANY_PERSON, addToRing, entriesOf } from '../../authority/key-ring';
import { newKeyPair, readSigningKey, writeSecretFile } from '../../authority/person-key';
import { newWorkersKeys } from '../../authority/receipts';
import { ROLES } from '../../domain/case/commands';
import { createAuditKeys } from '../../records/audit-key-files';
import { changeKeyFile, createSecretFile, parseKeys, readSecretFile } from '../../secrets/key-file';
import { createEncryptionKeys } from '../../temporal/encryption/key-ring-file';
import type { Answers } from './answers';
import { FIRST_POLICY } from './first-policy';

const secret = z.string().regex(/^[0-9a-f]{64}$/, 'must be 32 random bytes in hex');

const secretsFile = z.strictObject({
  records_owner: secret,
  records_worker: secret,
  records_desk: secret,
  records_signer: secret,
  records_auditor: secret,
  codec_token: secret,
});

/** Passwords of the database's roles, and the codec server's token. */
export type Secrets = z.output<typeof secretsFile>;

const secretsIn = (folder: string) => join(folder, 'passwords.json');

/** The passwords of an installation, or new ones if it has none yet. @throws KeyFileError */
export function passwordsOf(folder: string): Secrets {
  const path = secretsIn(folder);
  if (existsSync(path)) return parseKeys(path, readSecretFile(path), secretsFile);
  const names = Object.keys(secretsFile.shape);
  return secretsFile.parse(Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')])));
}

/**
 * Creates the missing keys of an installation and never replaces any. Copies follow the workers' keys.
 * @returns the created files @throws KeyFileError
 */
export async function makeKeys(folder: string, { bank }: Answers, secrets: Secrets): Promise<string[]> {
  const at = (name: string) => join(folder, name);
  const makers: Readonly<Record<string, (path: string) => unknown>> = {
    'passwords.json': (path) => writeSecretFile(path, secrets),
    'worker/service-key': (path) => createSecretFile(path, bank.key),
    'worker/service-api-key': (path) => createSecretFile(path, bank.apiKey),
    'worker/encryption.json': createEncryptionKeys,
    'worker/receipt-key.json': (path) => writeSecretFile(path, newWorkersKeys()),
    'worker/payout-policy.json': (path) => writeSecretFile(path, FIRST_POLICY),
    'worker/audit.key': () => makeAuditKeys(at),
    'desk/names.key': (path) => createSecretFile(path, randomBytes(32).toString('base64')),
    'desk/desk.key.json': (path) => {
      const { file, entry } = newKeyPair(
        ANY_PERSON,
        ROLES.filter((role) => role !== 'borrower'),
      );
      addToRing(at('worker/authority.json'), entry);
      writeSecretFile(path, file);
    },
  };
  const made = Object.keys(makers).filter((name) => !existsSync(at(name)));
  for (const name of made) {
    mkdirSync(dirname(at(name)), { recursive: true, mode: 0o700 });
    await makers[name]?.(at(name));
  }
  for (const [of, name] of COPIES) put(at(name), readFileSync(at(of), 'utf8'));
  mkdirSync(at('audit-heads'), { recursive: true, mode: 0o700 });
  return made;
}

/** Files with the bank's keys that differ from the answers; people may have changed them, so they stay. */
export const unlikeAnswers = (folder: string, { bank }: Answers): string[] =>
  [
    ['worker/service-key', bank.key],
    ['worker/service-api-key', bank.apiKey],
  ].flatMap(([name = '', key]) => {
    const path = join(folder, name);
    return readSecretFile(path).trim() === key ? [] : [path];
  });

/** Whether workers know the desk's signing key. */
export function isDeskKnown(folder: string): boolean {
  const { kid } = readSigningKey(join(folder, 'desk/desk.key.json'));
  return entriesOf(join(folder, 'worker/authority.json')).some(
    (one) => one.kid === kid && one.state === 'active',
  );
}

const COPIES = [
  ['worker/encryption.reader.json', 'readers/encryption.reader.json'],
  ['worker/encryption.sender.json', 'senders/encryption.sender.json'],
  ['worker/audit.key', 'retention/audit.key'],
] as const;

/** Moves each key to its holder; last the file whose presence says that all exist. */
async function makeAuditKeys(at: (name: string) => string): Promise<void> {
  rmSync(at('new'), { recursive: true, force: true });
  const made = await createAuditKeys(at('new'));
  for (const folder of ['desk', 'signer']) mkdirSync(at(folder), { recursive: true, mode: 0o700 });
  renameSync(made.publicKeyFile, at('desk/audit.public.key'));
  renameSync(made.signerPublicKeyFile, at('desk/audit-signer.public.jwk'));
  renameSync(made.signerKeyFile, at('signer/audit-signer.jwk'));
  renameSync(made.keyFile, at('worker/audit.key'));
  rmSync(at('new'), { recursive: true });
}

/** Writes a file for its owner alone, unless it is unchanged. @returns whether it was written */
export function put(path: string, text: string): boolean {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  changeKeyFile(path, 0o600, () => text);
  return true;
}
