import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '../cases/request-error';
import { readConfig } from '../config/read-config';
import { writeNamesKey } from '../desk/names-key';
import type { DevServer } from '../temporal/dev-server';
import { freePort, isFree } from '../temporal/ports';
import {
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_USERS,
  DESK_CLIENT,
  PROGRAM_CLIENT,
} from './login-provider/provider';
import { startProgram } from './program-process';
import { encryptionVariables, type StackKeys } from './stack-keys';
import type { StackRecords } from './stack-records';

/** What a desk of the stack works with. */
interface DeskPlace {
  readonly temporal: DevServer;
  readonly records: Pick<StackRecords, 'env' | 'verifying'>;
  readonly encryptionKeys: string;
  /** The folder of the document store. */
  readonly documents: string;
  /** For keys of its own. */
  readonly folder: string;
  readonly keys: StackKeys | undefined;
  readonly deskPort?: number;
  /** Of its login provider; left out, a free one. */
  readonly providerPort?: number | undefined;
  readonly logLevel: string;
  /** A module that is loaded into the desk before everything else. */
  readonly preload?: string;
}

/** Documents of a stack: those of the environment, in a folder that ends with the stack, since people add to them. */
export async function copyOfDocuments(folder: string): Promise<string> {
  const own = join(folder, 'documents');
  await cp(readConfig(['documents']).documents.folder, own, { recursive: true });
  return own;
}

/** Starts a desk with its login provider, each in a process of its own, and waits until it answers. @throws RequestError where its port is taken, or it does not come up */
export async function startDesk({ deskPort = 0, providerPort: chosen, preload, ...place }: DeskPlace) {
  const port = deskPort === 0 ? await freePort() : deskPort;
  if (!(await isFree(port))) throw refusal(`The port ${port} is in use. Choose another --desk-port.`);
  const [url, providerPort] = [`http://localhost:${port}`, chosen ?? (await freePort())];
  const provider = startProgram('login-provider', {
    LOGIN_PROVIDER: 'demonstration',
    LOGIN_PROVIDER_PORT: String(providerPort),
    DESK_URL: url,
  });
  const namesKeyFile = join(place.folder, 'desk-names.key');
  writeNamesKey(namesKeyFile);
  const start = () =>
    startProgram('desk', environment(place, { port, url, providerPort, namesKeyFile }), preload);
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
    /** What a program needs to get a token, as variables of a shell. */
    programVariables: `DESK_URL=${url} TOKEN_URL=${providerVariables(providerPort).OIDC_ISSUER}/token CLIENT_ID=${PROGRAM_CLIENT} CLIENT_SECRET=${DEMONSTRATION_PASSWORD}`,
    /** Resolves when one of them has ended. */
    ended,
    /** The file of the key that names in its copy of the cases are sealed with. */
    namesKeyFile,
    issuer: providerVariables(providerPort).OIDC_ISSUER,
    stop,
    /** kill -9 of the desk, and up again on the same port and database. */
    async crash() {
      if (desk.pid !== undefined) process.kill(desk.pid, 'SIGKILL');
      await desk.ended;
      desk = start();
      await untilUp();
    },
  };
}

/** How programs of the stack find the login provider. */
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

function environment(
  {
    temporal,
    records,
    encryptionKeys,
    documents,
    keys,
    logLevel,
  }: Omit<DeskPlace, 'deskPort' | 'providerPort' | 'preload'>,
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
    ...(keys ? { ...keys.environment, DESK_KEY: keys.signing.keyFile } : { AUTHORITY: 'open' }),
  };
}

// A desk that cannot start ends, which is noticed at once.
const UP_WITHIN_MS = 180_000;

/** Any answer will do: without a login it is a refusal. */
async function isUp(address: string): Promise<boolean> {
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
