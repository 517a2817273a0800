import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { refusal } from '../../cases/request-error';
import { ConfigError, programs, readConfig, variablesOf } from '../../config/read-config';
import { temporalTarget } from '../../temporal/connection';
import type { Answers } from './answers';
import type { Secrets } from './keys';

/** Each program's slices; `starter` is for people. */
const slicesOf = {
  ...programs,
  starter: ['signing', 'encryption', 'database', 'auditor', 'documents'],
} as const;

type Program = keyof typeof slicesOf;
export const PROGRAMS = Object.keys(slicesOf) as readonly Program[];

export type Variables = Readonly<Record<string, string>>;

const READER = { ENCRYPTION_KEYS: 'readers/encryption.reader.json' };
const AUDITOR = {
  AUDIT_KEY_FILE: 'desk/audit.public.key',
  AUDIT_SIGNER_KEY_FILE: 'desk/audit-signer.public.jwk',
};
const RING_AND_POLICY = {
  AUTHORITY_KEYS: 'worker/authority.json',
  PAYOUT_POLICY_FILE: 'worker/payout-policy.json',
};

/** The files of each program, in the folder of the installation. */
const filesOf: Readonly<Record<Program, Variables>> = {
  worker: {
    ...RING_AND_POLICY,
    SERVICE_KEY_FILE: 'worker/service-key',
    SERVICE_API_KEY_FILE: 'worker/service-api-key',
    ENCRYPTION_KEYS: 'worker/encryption.json',
    AUDIT_KEY_FILE: 'worker/audit.key',
    AUTHORITY_RECEIPT_KEYS: 'worker/receipt-key.json',
  },
  webhooks: { ENCRYPTION_KEYS: 'senders/encryption.sender.json' },
  desk: { ...READER, ...AUDITOR, DESK_KEY: 'desk/desk.key.json', DESK_NAMES_KEY_FILE: 'desk/names.key' },
  codec: READER,
  'audit-signer': {
    AUDIT_SIGNER_KEY_FILE: 'signer/audit-signer.jwk',
    AUDIT_EXPORT_FILE: 'audit-heads/checkpoints.txt',
  },
  retention: { AUDIT_KEY_FILE: 'retention/audit.key' },
  starter: { ...READER, ...AUDITOR, ...RING_AND_POLICY },
};

const rolesOf = {
  worker: 'records_worker',
  desk: 'records_desk',
  'audit-signer': 'records_signer',
  retention: 'records_auditor',
  starter: 'records_auditor',
} as const satisfies Partial<Record<Program, keyof Secrets>>;

/** The role that owns the tables. */
export const OWNER = 'records_owner';

/** The database's URL for one of its roles. */
export function databaseFor(role: keyof Secrets, { database }: Answers, secrets: Secrets): string {
  const url = new URL(database);
  url.username = role;
  url.password = secrets[role];
  return url.href;
}

/** The answers that set a variable of all programs alike. */
const SHARED: Variables = {
  SERVICE_BASE_URL: 'bank.url',
  BANK_ENVIRONMENT: 'bank.environment',
  TEMPORAL_ADDRESS: 'temporal.address',
  TEMPORAL_NAMESPACE: 'temporal.namespace',
  DESK_URL: 'desk',
  OIDC_ISSUER: 'provider.issuer',
  OIDC_CLIENT_ID: 'provider.clientId',
  OIDC_CLIENT_SECRET: 'provider.clientSecret',
  DOCUMENTS_DIR: 'documents',
};

/** The answer that sets a variable, for people. */
const FIELDS: Variables = { ...SHARED, DATABASE_URL: 'database', DATABASE_MIGRATION_URL: 'database' };

function commonTo(answers: Answers, folder: string): Variables {
  const given = { ...answers, documents: answers.documents ?? join(folder, 'documents') };
  const valueAt = (field: string) =>
    field.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], given);
  const values = Object.entries(SHARED).map(([name, field]) => [name, valueAt(field)] as const);
  return Object.fromEntries(values.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

export type Environments = Readonly<Record<Program, Variables>>;

export const environmentsOf = (answers: Answers, folder: string, secrets: Secrets): Environments =>
  Object.fromEntries(
    PROGRAMS.map((one) => [one, environmentOf(one, answers, folder, secrets)]),
  ) as Environments;

/** A program's environment. Programs that encrypt also get the settings of Temporal. */
function environmentOf(program: Program, answers: Answers, folder: string, secrets: Secrets): Variables {
  const read: readonly string[] = variablesOf(slicesOf[program]);
  const common = { ...answers.variables, ...commonTo(answers, folder), CODEC_TOKEN: secrets.codec_token };
  const isForIt = (name: string) =>
    read.includes(name) || (name.startsWith('TEMPORAL_') && read.includes('ENCRYPTION_KEYS'));
  const role = (rolesOf as Partial<Record<Program, keyof Secrets>>)[program];
  return {
    ...Object.fromEntries(Object.entries(common).filter(([name]) => isForIt(name))),
    ...Object.fromEntries(Object.entries(filesOf[program]).map(([name, file]) => [name, join(folder, file)])),
    ...(role && { DATABASE_URL: databaseFor(role, answers, secrets) }),
    ...(program === 'retention' && { DATABASE_MIGRATION_URL: databaseFor(OWNER, answers, secrets) }),
  };
}

/** Complaints about variables that no program reads, or that other answers set. */
function misplaced({ variables }: Answers): string[] {
  const own = [...Object.keys(FIELDS), 'CODEC_TOKEN', ...Object.values(filesOf).flatMap(Object.keys)];
  const read = [...variablesOf(Object.values(slicesOf).flat()), ...own];
  return Object.entries(variables).flatMap(([name, value]) => {
    const field = `variables.${name}`;
    if (own.includes(name))
      return [`${field} must be left out: ${FIELDS[name] ?? 'the installation'} says it`];
    if (!read.includes(name) && !name.startsWith('TEMPORAL_')) return [`${field} is read by no program`];
    return /['\n]/.test(value) ? [`${field} must have no line break and no single quote`] : [];
  });
}

/** The answers' mistakes, as the programs' own readers find them, and the variables missing by program. */
export function examine(answers: Answers, environments: Environments) {
  const mistakes = new Set(misplaced(answers));
  const missing: [program: Program, variable: string][] = [];
  const tell = (problem: string) =>
    void mistakes.add(
      problem.replace(/\b[A-Z]+(_[A-Z]+)+\b/g, (name) => FIELDS[name] ?? `variables.${name}`),
    );
  for (const program of PROGRAMS)
    for (const problem of problemsOf(() => readConfig(slicesOf[program], environments[program]))) {
      const [, variable] = /^([A-Z_]+) is missing/.exec(problem) ?? [];
      if (variable === undefined) tell(problem);
      // Retention runs only where people want it, which its variable says.
      else if (program !== 'retention') missing.push([program, variable]);
    }
  problemsOf(() => temporalTarget({ encryption: 'off', variables: environments.worker })).forEach(tell);
  return { mistakes: [...mistakes], missing };
}

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const FIRST_LINE = '# Made by "starter install" from the answers: change those, and run it again.';

/** The text of a file that `node --env-file`, a shell and a service manager can read. */
export const envFile = (variables: Variables): string =>
  [FIRST_LINE, ...Object.entries(variables).map(([name, value]) => `${name}='${value}'`), ''].join('\n');

/** Where an installation's cases and records are. */
const PLACES = ['BANK_ENVIRONMENT', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'DATABASE_URL'];

const placeIn = (variables: Readonly<Record<string, string | undefined>>, name: string) =>
  variables[name]?.replace(/\/\/.*@/, '//');

/** @throws RequestError when the answers name another place than the installation in this folder has */
export function requireSamePlace(folder: string, { worker }: Environments): void {
  const path = join(folder, 'worker.env');
  const before = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : worker;
  const moved = PLACES.filter((name) => placeIn(before, name) !== placeIn(worker, name)).map(
    (name) => FIELDS[name],
  );
  if (moved.length > 0)
    throw refusal(
      `The answers give another ${moved.join(' and ')} than this installation has, where its open cases would not be. Nothing is changed. Correct them, or, to move the installation, remove ${path} and run this again.`,
    );
}
