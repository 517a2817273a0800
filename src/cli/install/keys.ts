import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ANY_PERSON, addToRing, entriesOf } from '../../authority/key-ring';
import { newKeyPair, readSigningKey, writeSecretFile } from '../../authority/person-key';
import { newWorkersKeys } from '../../authority/receipts';
import { refusal } from '../../cases/request-error';
import { ROLES } from '../../domain/case/commands';
import { createAuditKeys } from '../../records/audit-key-files';
import { changeKeyFile, createSecretFile, parseKeys, readSecretFile } from '../../secrets/key-files';
import { changeEncryptionKeys, createEncryptionKeys } from '../../temporal/encryption/key-ring-file';
import { wrong, type Finding } from '../doctor/finding';
import { TYPED } from '../terminal';
import type { Answers } from './answers';

const secret = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 32 random bytes in hex')
  .default(() => randomBytes(32).toString('hex'));

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

/** The passwords of an installation; those that it has not are new. @throws KeyFileError */
export function passwordsOf(folder: string): Secrets {
  const path = join(folder, 'passwords.json');
  return existsSync(path) ? parseKeys(path, readSecretFile(path), secretsFile) : secretsFile.parse({});
}

/** Makes a folder for its owner alone, unless it is there. @throws RequestError if it cannot be one */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = ['EEXIST', 'ENOTDIR'].includes(code)
      ? 'and a file is in its way: move that elsewhere'
      : `and cannot be made (${code}): let this user write there`;
    throw refusal(`${path} must be a folder, ${why}, and run this again.`);
  }
}

type Place = (name: string) => string;

/** Whether a folder has any of the files that an installation makes once. */
export function isInstallation(folder: string): boolean {
  const at: Place = (name) => join(folder, name);
  return Object.keys(remedies(at)).some((name) => existsSync(at(name)));
}

/**
 * Creates the keys of a new installation. Later it only makes the copies and the public parts follow the keys, and
 * changes nothing once a key is lost. @returns the created files @throws KeyFileError, RequestError
 */
export async function makeKeys(folder: string, { bank }: Answers): Promise<string[]> {
  const at: Place = (name) => join(folder, name);
  const lesser = () => changeEncryptionKeys(at('worker/encryption.json'), (same) => same);
  const makers: Readonly<Record<string, (path: string) => unknown>> = {
    'worker/service-key': (path) => createSecretFile(path, bank.key),
    'worker/service-api-key': (path) => createSecretFile(path, bank.apiKey),
    'worker/encryption.json': createEncryptionKeys,
    'worker/encryption.reader.json': lesser,
    'worker/encryption.sender.json': lesser,
    'worker/receipt-key.json': (path) => writeSecretFile(path, newWorkersKeys()),
    'worker/payout-policy.json': (path) => writeSecretFile(path, FIRST_POLICY),
    'worker/audit.key': () => makeAuditKeys(at),
    'desk/audit.public.key': (path) => createSecretFile(path, publicPartIn(at('worker/audit.key'))),
    'desk/audit-signer.public.jwk': (path) =>
      createSecretFile(path, publicPartIn(at('signer/audit-signer.jwk'))),
    'desk/names.key': (path) => createSecretFile(path, randomBytes(32).toString('base64')),
    'desk/desk.key.json': (path) => {
      const { file, entry } = newKeyPair(ANY_PERSON, DESK_ROLES);
      addToRing(at('worker/authority.json'), entry);
      writeSecretFile(path, file);
    },
  };
  if (isInstallation(folder)) requireAllKeys(at);
  const made: string[] = [];
  for (const [name, make] of Object.entries(makers)) {
    if (existsSync(at(name))) continue;
    makeFolder(dirname(at(name)));
    await make(at(name));
    made.push(name);
  }
  for (const [of, name] of COPIES) put(at(name), readFileSync(at(of), 'utf8'));
  makeFolder(at('audit-heads'));
  return made;
}

/** The first policy to sign: each payout needs approval, a large one two people and a fresh login. */
const FIRST_POLICY = {
  version: 1,
  approvals: [
    { fromKobo: 0, approvals: 1, roles: ['approver', 'supervisor'] },
    { fromKobo: 100_000_000, approvals: 2, roles: ['approver', 'supervisor'] },
  ],
  stepUpKobo: 100_000_000,
};

const DESK_ROLES = ROLES.filter((role) => role !== 'borrower');

/** The keys of a file, a JWK each line, without their private parts. */
const publicPartIn = (path: string) => readFileSync(path, 'utf8').replaceAll(/"d":"[^"]*",/g, '');

/** The files that are made once, and how a person makes a lost one anew, where no copy is left. */
function remedies(at: Place): Readonly<Record<string, string>> {
  const [workers, ring] = [at('worker/encryption.json'), at('worker/authority.json')];
  const [audit, desk] = [at('worker/audit.key'), at('desk/desk.key.json')];
  const [fresh, copy] = [at('new-audit-keys'), at('retention/audit.key')];
  const keys = `${TYPED} keys create '*' --roles ${DESK_ROLES.join(',')} --out ${desk} --ring ${ring}`;
  const newAudit = `a new one, by which workers check nothing that is written so far: "${TYPED} audit create-keys ${fresh}", "mv ${fresh}/audit.key ${audit}", "cat ${fresh}/audit.public.key >> ${at('desk/audit.public.key')}", "rm -r ${fresh}"`;
  return {
    'passwords.json': `new ones: "(umask 077; echo {} > ${at('passwords.json')})"`,
    'worker/encryption.json': `a new one, with which nobody reads what is written so far: "rm -f ${at('worker')}/encryption.*.json", "mkdir ${at('lost')}", "mv ${at('readers')} ${at('senders')} ${at('lost')}", "ENCRYPTION_KEYS=${workers} ${TYPED} encryption create". The worker then names each schedule that it cannot read, and the line that deletes it`,
    'worker/receipt-key.json': `a new one, under which no earlier receipt counts: "${TYPED} keys create-receipt-key --out ${at('worker/receipt-key.json')}"`,
    'worker/audit.key': existsSync(copy) ? `"cp ${copy} ${audit}"` : newAudit,
    'worker/authority.json': `a new one: "rm -f ${desk}", "${keys}", and for everybody "${TYPED} keys add PERSON.public.json --ring ${ring}"`,
    'worker/payout-policy.json':
      'a new one, of a higher version than the lost one, and with approvals from 0 kobo on, which the example lacks: docs/OPERATIONS.md, Payout policy',
    'desk/names.key': 'a new one: docs/INSTALL.md, A new names.key',
    'desk/desk.key.json': `a new one: "${keys}". Desks sign with it at once. Then "${TYPED} keys list --ring ${ring}" shows two keys of *: LOST-KEY is the older one, "${TYPED} keys retire LOST-KEY --ring ${ring}"; if somebody may have it, revoke in place of retire`,
    'signer/audit-signer.jwk':
      'a new one, which begins new checkpoints: docs/AUDIT.md, A new key of the signer',
  };
}

/** @throws RequestError that names what a former run has made and is gone, and each copy with keys that are gone */
function requireAllKeys(at: Place): void {
  const lost = Object.entries(remedies(at))
    .filter(([name]) => !existsSync(at(name)))
    .map(([name, todo]) => `${at(name)}: restore it from your copy. Without one: ${todo}`);
  const ahead = COPIES.filter(([, name, original]) => holdsMore(at(name), at(original))).map(
    ([, name, original]) =>
      `${at(name)} holds a key that ${at(original)} lacks: restore that from your copy. If nobody needs the key, move ${at(name)} away`,
  );
  if (lost.length + ahead.length > 0)
    throw refusal(['Keys are lost, and nothing was changed.', ...lost, ...ahead].join('\n  '));
}

/** Whether a copy holds a key, by its id or its line, which the original neither holds nor has removed. */
function holdsMore(copy: string, original: string): boolean {
  if (!existsSync(copy) || !existsSync(original)) return false;
  const all = readFileSync(original, 'utf8');
  const held = readFileSync(copy, 'utf8').match(/(?<="id": )"[^"]+"|^\{.+\}$/gm) ?? [];
  return held.some((key) => !all.includes(key));
}

/** @throws RequestError if a folder without any keys holds files, other than the answers */
export function requireEmpty(folder: string, answersFile: string): void {
  const held = existsSync(folder) ? readdirSync(folder) : [];
  const others = held.filter((name) => join(folder, name) !== resolve(answersFile));
  if (others.length === 0) return;
  const first = others.slice(0, 5).join(', ');
  throw refusal(
    `${folder} is no installation: it holds ${first}, and no keys. Name a new folder; or, if it was an installation, restore its keys from your copy.`,
  );
}

/** Keys of the bank unlike the answers, which stay as people have changed them, and a desk's key that workers refuse. */
export function lookAtKeys(folder: string, { bank }: Answers): Finding[] {
  const path = (name: string) => join(folder, name);
  const unlike = Object.entries({ 'worker/service-key': bank.key, 'worker/service-api-key': bank.apiKey })
    .filter(([name, key]) => readSecretFile(path(name)).trim() !== key)
    .map(([name]) =>
      wrong('Keys', `${path(name)} is not what the answers say`, 'correct the one or the other'),
    );
  const { kid } = readSigningKey(path('desk/desk.key.json'));
  const own = entriesOf(path('worker/authority.json')).find((one) => one.kid === kid);
  if (own?.state === 'active') return unlike;
  return [...unlike, wrong('Keys', 'no worker takes what the key of the desk signs', DESK_KEY)];
}

const DESK_KEY =
  'put the key back that worker/authority.json has as active, or make a new one: docs/INSTALL.md, A new desk.key.json';

/** What is copied where, and the file that holds all keys of the copy. */
const COPIES = [
  ['worker/encryption.reader.json', 'readers/encryption.reader.json', 'worker/encryption.json'],
  ['worker/encryption.sender.json', 'senders/encryption.sender.json', 'worker/encryption.json'],
  ['worker/audit.key', 'retention/audit.key', 'worker/audit.key'],
] as const;

/** Moves each key to its holder; last the file whose presence says that all exist. */
async function makeAuditKeys(at: Place): Promise<void> {
  rmSync(at('new'), { recursive: true, force: true });
  const made = await createAuditKeys(at('new'));
  for (const folder of ['desk', 'signer']) makeFolder(at(folder));
  renameSync(made.publicKeyFile, at('desk/audit.public.key'));
  renameSync(made.signerPublicKeyFile, at('desk/audit-signer.public.jwk'));
  renameSync(made.signerKeyFile, at('signer/audit-signer.jwk'));
  renameSync(made.keyFile, at('worker/audit.key'));
  rmSync(at('new'), { recursive: true });
}

/** Writes a file for its owner alone, unless it is unchanged. @returns whether it was written */
export function put(path: string, text: string): boolean {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  makeFolder(dirname(path));
  changeKeyFile(path, 0o600, () => text);
  return true;
}
