import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { SigningKey } from '../authority/person-key';
import type { Clock } from '../domain/time/clock';
import { isTemporalAnswering, type Monitored, Counters } from '../monitoring/server';
import type { AuditKeys } from '../records/audit/keys';
import type { SignerKey } from '../records/checkpoints/checkpoint';
import { CaseCopy } from '../records/projection/list';
import type { NamesKey } from '../records/projection/names';
import type { JsonSeal } from '../secrets/json-seal';
import type { TemporalClient } from '../temporal/connection';
import type { KeyRing } from '../temporal/encryption/key-ring-file';
import { Enquiries, Uploads } from './access/uploads-and-enquiries';
import { StepUp } from './access/command-permission';
import { AuditReader } from './audit-reader';
import { Banks } from './banks';
import type { Administration } from './contract/people';
import { CaseDocuments } from './documents';
import { Events } from './events';
import { PayingAccounts } from './paying-accounts';
import { enquireName } from './worker-answers';
import { createApp } from './http/app';
import { GivenRequests } from './http/given-requests';
import { Visitors } from './http/visitors';
import { checkBy, LoginProvider, type ProviderSettings } from './login/provider';
import { Logins } from './login/logins';
import { People } from './login/people';
import { PreparedCommands } from './login/prepared-commands';
import type { RoleMapping } from './login/roles';
import { addLogin } from './login/routes';
import { Sessions } from './login/sessions';
import { addDeskCodec, CODEC_PATH } from './codec';
import { clientsOf, type RouteContext } from './route-context';
import { handlersOf } from './routes';
import { Watcher } from './watcher/watcher';

export interface DeskSettings {
  /** The desk's address as its users type it. */
  readonly url: string;
  readonly provider: ProviderSettings;
  readonly mapping: RoleMapping;
  readonly client: TemporalClient;
  readonly pool: Pool;
  readonly names: NamesKey;
  /** Seals the rows of sessions, and of commands that wait for a login. */
  readonly seal: JsonSeal;
  /** Folder of the document store, which the workers share. */
  readonly documents: string;
  /** Folder of the built pages; without it the desk serves only the interface. */
  readonly pages?: string | undefined;
  /** The key that signs for the people logged in, read anew for each of them; without it messages name their own actors. */
  readonly signing?: { readonly key: SigningKey; readonly bankEnvironment: string } | undefined;
  readonly verifying?: { readonly keys: AuditKeys; readonly signer: SignerKey } | undefined;
  /** The proxies that may name a caller's address: their number before the desk, or their addresses. */
  readonly trustProxy?: number | string | undefined;
  readonly webUi?: string | undefined;
  /** The keys that payloads are encrypted under; `undefined` if they are not. */
  readonly encryptionKeys?: KeyRing | undefined;
  readonly demonstration: boolean;
  /** The clock of the cases, for a demonstration. */
  readonly clock: Clock;
  readonly log: {
    info(about: object, sentence: string): void;
    warn(sentence: string): void;
    error(sentence: string): void;
  };
}

/** A desk that is ready to listen on a port. */
export interface Desk {
  readonly app: Awaited<ReturnType<typeof createApp>>;
  readonly monitored: Monitored;
  /** Ends watcher, streams and server. */
  stop(): Promise<void>;
}

/** Creates a desk: its server, and its watcher, which starts at once. */
export async function createDesk(settings: DeskSettings): Promise<Desk> {
  const { url, pool, client, names, seal, mapping, signing, webUi, demonstration, clock, log } = settings;
  const provider = new LoginProvider(settings.provider, url);
  const check = checkBy(provider, mapping);
  const sessions = new Sessions(pool, seal, check);
  const people = new People(pool, seal);
  const events = new Events(pool);
  const ending = new AbortController();
  const codec = codecOf(settings, sessions);
  const enquiries = new Enquiries(pool);
  const parts: RouteContext = {
    ...{ client, sessions, events, webUi, demonstration, clock },
    clientOf: clientsOf(client, signing),
    copy: new CaseCopy(pool, names),
    people,
    keys: () => keysOf(settings),
    documents: new CaseDocuments(settings.documents, settings.encryptionKeys),
    banks: new Banks(client),
    enquiries,
    payingAccounts: new PayingAccounts(client, enquiries, (question) => enquireName(client, question)),
    uploads: new Uploads(pool),
    stepUp: new StepUp(signing !== undefined),
    prepared: new PreparedCommands(pool, seal),
    audit: new AuditReader(pool, people, settings.verifying),
    codecUrl: codec && `${url}${CODEC_PATH}`,
    logoutAddress: (idToken) => provider.logoutAddress(idToken),
  };
  const visitors = new Visitors(sessions, provider, mapping, url);
  const app = await createApp({
    visitors,
    handlers: handlersOf(parts),
    requests: new GivenRequests(pool, seal),
    login: (server) =>
      addLogin(server, {
        ...{ ...parts, visitors, provider, logins: new Logins(pool), mapping, deskUrl: url, check },
        warn: (sentence) => log.warn(sentence),
      }),
    codec,
    pages: settings.pages,
    trustProxy: settings.trustProxy,
    url,
    record: (line) => log.info(line, 'Security'),
    report: (error) => log.error(`A request failed by a fault of the desk: ${textOf(error)}`),
  });
  const monitored = monitoredDesk(app, client, events);
  const watcher = new Watcher({ client, pool, key: names, warn: (sentence) => log.warn(sentence) });
  const running = Promise.all([watcher.run(ending.signal), events.run(ending.signal)]);
  return {
    app,
    monitored,
    async stop() {
      ending.abort();
      await app.close();
      await running;
    },
  };
}

/** The keys that sign commands and encrypt new payloads. */
async function keysOf({ signing, encryptionKeys }: DeskSettings): Promise<Administration['keys']> {
  const payloads = await encryptionKeys?.active();
  return [
    ...(signing ? [{ use: 'commands' as const, id: signing.key.kid, roles: [...signing.key.roles] }] : []),
    ...(payloads ? [{ use: 'payloads' as const, id: payloads.id, roles: [] }] : []),
  ];
}

/** The codec server for the Web UI, if the desk knows both the Web UI and the keys. */
function codecOf({ webUi, encryptionKeys: keys, log }: DeskSettings, sessions: Sessions) {
  if (webUi === undefined || keys === undefined) return undefined;
  const parts = { keys, sessions, webUi };
  return (app: FastifyInstance) =>
    addDeskCodec(app, {
      ...parts,
      log: (line) => log.info({ event: 'read', ...line }, 'Payloads were read in the Web UI'),
    });
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const AGE = 'desk_copy_age_seconds';

/** The readiness and metrics of a desk: it is ready while Temporal and the database answer. */
export function monitoredDesk(app: FastifyInstance, client: TemporalClient, events: Events): Monitored {
  const requests = new Counters('desk_requests_total', 'Requests by outcome', [
    'answered',
    'refused',
    'failed',
  ]);
  app.addHook('onResponse', async (_request, { statusCode }) => {
    requests.add(statusCode >= 500 ? 'failed' : statusCode >= 400 ? 'refused' : 'answered');
  });
  return {
    async isReady() {
      const [isThere] = await Promise.all([isTemporalAnswering(client), events.freshness()]);
      return isThere;
    },
    metrics: async () => `${requests.toString()}${await ageOfCopy(events)}`,
  };
}

/** The copy's age as a metric: infinite if never complete; missing if the database does not answer. */
async function ageOfCopy(events: Events): Promise<string> {
  const freshness = await events.freshness().catch(() => undefined);
  if (!freshness) return '';
  const { readAt } = freshness;
  const age = readAt === undefined ? '+Inf' : (Date.now() - Date.parse(readAt)) / 1_000;
  return `# HELP ${AGE} Age of the copy of the cases\n# TYPE ${AGE} gauge\n${AGE} ${age}\n`;
}
