import { Client } from '@temporalio/client';
import { readSigningKey, type SigningKey } from '../authority/person-key';
import { signWith } from '../cases/signing';
import { CaseCopy } from '../records/projection/list';
import { WatchedKeyFile } from '../secrets/key-files';
import type { TemporalClient } from '../temporal/connection';
import { Enquiries, Uploads } from './access/uploads-and-enquiries';
import { StepUp } from './access/command-permission';
import { PreparedCommands } from './login/prepared-commands';
import { Banks } from './banks';
import { CODEC_PATH } from './codec';
import { PayingAccounts } from './paying-accounts';
import { CaseDocuments } from './documents';
import { Events } from './events';
import { People } from './login/people';
import { checkBy, type LoginProvider } from './login/provider';
import type { Person } from './login/roles';
import { Sessions } from './login/sessions';
import { AuditReader } from './audit-reader';
import { ACTING_ROLES } from './contract/fields';
import type { Administration } from './contract/people';
import type { DeskSettings } from './server';
import type { Watcher } from './watcher/watcher';
import { enquireName } from './ask-worker';

/** The parts that the handlers of routes work with. */
export type RouteContext = ReturnType<typeof routeContextOf>;

export function routeContextOf(settings: DeskSettings, provider: LoginProvider, watcher: Watcher) {
  const { url, client, pool, seal, signing, webUi, encryptionKeys, demonstration, clock } = settings;
  const people = new People(pool, seal);
  const enquiries = new Enquiries(pool);
  const decodes = webUi !== undefined && encryptionKeys !== undefined;
  return {
    /** For reading; it signs nothing. */
    client,
    /** A client in a person's name, which signs with the desk's key. */
    clientOf: clientsOf(client, signing),
    copy: new CaseCopy(pool, settings.names),
    watcher,
    documents: new CaseDocuments(settings.documents, encryptionKeys),
    sessions: new Sessions(pool, seal, checkBy(provider, settings.mapping)),
    people,
    keys: () => keysOf(settings),
    /** The address that ends a browser's login at the provider. */
    logoutAddress: (idToken: string) => provider.logoutAddress(idToken),
    stepUp: new StepUp(signing !== undefined),
    prepared: new PreparedCommands(pool, seal),
    banks: new Banks(client),
    payingAccounts: new PayingAccounts(client, enquiries, (question) => enquireName(client, question)),
    enquiries,
    uploads: new Uploads(pool),
    events: new Events(pool),
    audit: new AuditReader(pool, people, settings.verifying),
    /** The codec's address without a session's pass; `undefined` if the desk does not decrypt for it. */
    codecUrl: decodes ? `${url}${CODEC_PATH}` : undefined,
    ...{ webUi, demonstration, clock },
  };
}

/** The desk's keys by their public names: those that sign commands and encrypt new payloads. */
async function keysOf({ signing, encryptionKeys }: DeskSettings): Promise<Administration['keys']> {
  const payloads = await encryptionKeys?.active();
  return [
    ...(signing ? [{ use: 'commands' as const, id: signing.key.kid, roles: [...signing.key.roles] }] : []),
    ...(payloads ? [{ use: 'payloads' as const, id: payloads.id, roles: [] }] : []),
  ];
}

/** Who signs for a desk: always the key that its file holds now. @throws KeyFileError if it holds none at the start */
export function deskSigner(keyFile: string, bankEnvironment: string, onProblem: (sentence: string) => void) {
  const file = new WatchedKeyFile(keyFile, readSigningKey, onProblem);
  return {
    bankEnvironment,
    get key(): SigningKey {
      return file.current();
    },
  };
}

/** Makes clients that sign with the desk's key, narrowed for each request to the person logged in. */
const clientsOf =
  (client: TemporalClient, desk: DeskSettings['signing']) =>
  ({ subject, roles }: Person): Client => {
    const { connection, options } = client;
    const { namespace, dataConverter } = options;
    const own = new Client({ connection, namespace, dataConverter });
    const acting = ACTING_ROLES.filter((role) => roles.includes(role));
    return signWith(own, desk && { ...desk, key: { ...desk.key, subject, roles: acting } });
  };
