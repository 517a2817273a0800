import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../src/cases/request-error';
import { readConfig } from '../src/config/read-config';
import { writeNamesKey } from '../src/desk/names-key';
import type { DevServer } from './dev-server';
import { freePort, isFree } from '../src/temporal/ports';
import {
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_USERS,
  DESK_CLIENT,
  PROGRAM_CLIENT,
} from './login-provider/provider';
import { startProgram } from './program-process';
import { encryptionVariables, type StackKeys } from './stack-keys';
import type { StackRecords } from './stack-records';

/** The surroundings of a stack's desk. */
interface DeskPlace {
  readonly temporal: DevServer;
  readonly records: Pick<StackRecords, 'env' | 'verifying'>;
  readonly encryptionKeys: string;
  /** The folder of the document store. */
  readonly documents: string;
  /** The folder for its own keys. */
  readonly folder: string;
  readonly keys: StackKeys | undefined;
  readonly deskPort?: number;
  /** The port of its login provider; by default a free one. */
  readonly providerPort?: number | undefined;
  readonly logLevel: string;
  /** The variables of the clock of the cases, if it is not real time. */
  readonly clock?: NodeJS.ProcessEnv;
  /** A module that is loaded into the desk before everything else. */
  readonly preload?: string;
}

/** Copies the environment's documents to a folder that ends with the stack, since people add to them. */
export async function copyOfDocuments(folder: string): Promise<string> {
  const own = join(folder, 'documents');
  await cp(readConfig(['documents']).documents.folder, own, { recursive: true });
  return own;
}

/** Starts desk and login provider as processes. @throws RequestError if the port is taken or one ends */
export async function startDesk({ deskPort = 0, providerPort: chosen, preload, ...place }: DeskPlace) {
  const port = deskPort === 0 ? await freePort() : deskPort;
  if (!(await isFree(port))) throw refusal(`The port ${port} is in use. Choose another --desk-port.`);
  const [url, providerPort] = [`http://localhost:${port}`, chosen ?? (await freePort())];
  const provider = startProgram('stack/login-provider/main.ts', {
    LOGIN_PROVIDER: 'demonstration',
    LOGIN_PROVIDER_PORT: String(providerPort),
    DESK_URL: url,
  });
  const namesKeyFile = join(place.folder, 'desk-names.key');
  writeNamesKey(namesKeyFile);
  const start = () =>
    startProgram('src/desk.ts', deskEnvironment(place, { port, url, providerPort, namesKeyFile }), preload);
  let desk = start();
  const stop = async () => {
    await Promise.all([desk.stop(), provider.stop()]);
  };
  const ended = Promise.race([desk.ended, provider.ended]);
  const untilUp = async () => {
    const answers = isUp(`http://127.0.0.1:${port}/api/session`);
    const over = Promise.race([desk.ended, provider.ended]).then(() => false);
    if (await Promise.race([answers, over])) return;
    await stop();
    throw refusal("The officers' desk did not come up; its log says why.");
  };
  await untilUp();
  return {
    ...{ url, users: Object.keys(DEMONSTRATION_USERS), password: DEMONSTRATION_PASSWORD },
    /** Shell variables with which a program can get a token. */
    programVariables: `DESK_URL=${url} TOKEN_URL=${providerVariables(providerPort).OIDC_ISSUER}/token CLIENT_ID=${PROGRAM_CLIENT} CLIENT_SECRET=${DEMONSTRATION_PASSWORD}`,
    /** Resolves when the desk or the provider has ended. */
    ended,
    /** The file of the key that seals names in its copy of the cases. */
    namesKeyFile,
    issuer: providerVariables(providerPort).OIDC_ISSUER,
    stop,
    /** Kills the desk (SIGKILL) and restarts it on the same port and database. */
    async crash() {
      if (desk.pid !== undefined) process.kill(desk.pid, 'SIGKILL');
      await desk.ended;
      desk = start();
      await untilUp();
    },
  };
}

/** The variables by which programs of the stack find the login provider. */
export const providerVariables = (port: number) => ({
  OIDC_ISSUER: `http://127.0.0.1:${port}`,
  OIDC_CLIENT_ID: DESK_CLIENT,
});

interface Addresses {
  readonly port: number;
  readonly url: string;
  readonly providerPort: number;
  readonly namesKeyFile: string;
}

/** The variables of a desk of the stack. */
export function deskEnvironment(
  {
    temporal,
    records,
    encryptionKeys,
    documents,
    keys,
    logLevel,
    clock,
  }: Omit<DeskPlace, 'folder' | 'deskPort' | 'providerPort' | 'preload'>,
  { port, url, providerPort, namesKeyFile }: Addresses,
): NodeJS.ProcessEnv {
  return {
    ...records.env,
    ...records.verifying,
    ...encryptionVariables(encryptionKeys, 'reader'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_UI_URL: temporal.uiUrl,
    DOCUMENTS_DIR: documents,
    DESK_URL: url,
    DESK_PORT: String(port),
    DESK_NAMES_KEY_FILE: namesKeyFile,
    DESK_DEMONSTRATION: 'true',
    ...providerVariables(providerPort),
    LOG_LEVEL: logLevel,
    ...clock,
    ...(keys ? { ...keys.environment, DESK_KEY: keys.signing.keyFile } : { AUTHORITY: 'open' }),
  };
}

// Long, because a desk that cannot start ends and is noticed at once.
const UP_WITHIN_MS = 180_000;

/** Waits for any answer: without a login it is a refusal. */
export async function isUp(address: string): Promise<boolean> {
  const deadline = performance.now() + UP_WITHIN_MS;
  while (performance.now() < deadline) {
    const status = await fetch(address).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status > 0) return true;
    await sleep(100);
  }
  return false;
}
