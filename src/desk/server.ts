import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { SigningKey } from '../authority/person-key';
import type { Clock } from '../domain/time/clock';
import { isTemporalAnswering, type Monitored, Counters } from '../monitoring/server';
import type { AuditKeys } from '../records/audit/keys';
import type { SignerKey } from '../records/checkpoints/checkpoint';
import { lastCheckpoint, unsignedForMs } from '../records/checkpoints/signer';
import type { NamesKey } from '../records/projection/names';
import type { JsonSeal } from '../secrets/cipher';
import type { TemporalClient } from '../temporal/connection';
import type { KeyRing } from '../temporal/encryption/key-ring-file';
import type { Events } from './events';
import { createApp } from './http/app';
import { IdempotencyKeys } from './http/idempotency-keys';
import { Visitors } from './http/visitors';
import { checkBy, LoginProvider, type ProviderSettings } from './login/provider';
import { Logins } from './login/logins';
import type { RoleMapping } from './login/roles';
import { addLogin } from './login/routes';
import { addDeskCodec } from './codec';
import { routeContextOf } from './route-context';
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
  const { url, pool, client, seal, mapping, log } = settings;
  const provider = new LoginProvider(settings.provider, url);
  const watcher = new Watcher({ client, pool, key: settings.names, warn: (sentence) => log.warn(sentence) });
  const parts = routeContextOf(settings, provider, watcher);
  const { sessions, events } = parts;
  const ending = new AbortController();
  const visitors = new Visitors(sessions, provider, mapping, url);
  const app = await createApp({
    visitors,
    handlers: handlersOf(parts),
    requests: new IdempotencyKeys(pool, seal),
    login(server) {
      addLogin(server, {
        ...{ ...parts, visitors, provider, logins: new Logins(pool), mapping, deskUrl: url },
        check: checkBy(provider, mapping),
        warn: (sentence) => log.warn(sentence),
      });
      addDeskCodec(server, settings, sessions);
    },
    pages: settings.pages,
    trustProxy: settings.trustProxy,
    url,
    record: (line) => log.info(line, 'Security'),
    report: (error) => log.error(`A request failed by a fault of the desk: ${textOf(error)}`),
  });
  const monitored = monitoredDesk(app, client, events, settings);
  const ended = once(ending.signal, 'abort');
  const running = Promise.all([watcher.run(ended), events.run(ended)]);
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

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** The readiness and metrics of a desk: it is ready while Temporal and the database answer. */
export function monitoredDesk(
  app: FastifyInstance,
  client: TemporalClient,
  events: Events,
  audit: Pick<DeskSettings, 'pool' | 'verifying'>,
): Monitored {
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
    metrics: async () => `${requests.toString()}${await ageOfCopy(events)}${await unsignedAge(audit)}`,
  };
}

/** The copy's age as a metric: infinite if never complete; missing if the database does not answer. */
async function ageOfCopy(events: Events): Promise<string> {
  const freshness = await events.freshness().catch(() => undefined);
  if (!freshness) return '';
  const { readAt } = freshness;
  const age = readAt === undefined ? '+Inf' : (Date.now() - Date.parse(readAt)) / 1_000;
  return gauge('desk_copy_age_seconds', 'Age of the copy of the cases', age);
}

/** How long the audit's oldest entry has waited for this signer; missing without its key, and no number without the database. */
async function unsignedAge({ pool, verifying }: Pick<DeskSettings, 'pool' | 'verifying'>): Promise<string> {
  if (!verifying) return '';
  const signed = await lastCheckpoint(pool, verifying.signer).catch(() => ({ position: 0 }));
  const ms = (await unsignedForMs(pool, signed.position).catch(() => NaN)) ?? 0;
  return gauge('audit_unsigned_seconds', 'Age of the oldest entry that no signed head covers', ms / 1_000);
}

const gauge = (name: string, help: string, value: number | string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
