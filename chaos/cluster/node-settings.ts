import { join } from 'node:path';
import { freePort } from '../../src/temporal/ports';

/** Where a node of the cluster listens, all on this machine. */
export interface NodePorts {
  /** For workers and clients. */
  readonly frontend: number;
  readonly all: Readonly<Record<'frontend' | 'history' | 'matching' | 'worker', RolePorts>>;
  readonly http: number;
}

interface RolePorts {
  readonly grpcPort: number;
  readonly membershipPort: number;
}

/** Free ports for one node. */
export async function nodePorts(): Promise<NodePorts> {
  const role = async () => ({ grpcPort: await freePort(), membershipPort: await freePort() });
  const all = {
    frontend: await role(),
    history: await role(),
    matching: await role(),
    worker: await role(),
  };
  return { all, frontend: all.frontend.grpcPort, http: await freePort() };
}

/** The databases of the server, by the names of their stores. */
export const DATABASES = { temporal: 'temporal', visibility: 'temporal_visibility' } as const;

/** PostgreSQL takes a hundred connections; each of four roles of two nodes opens so many for each store. */
const CONNECTIONS_MOST = 5;
/** As many as a small cluster in production has. */
const SHARDS = 16;

/** What we give to a server in production, too. */
const DYNAMIC_CONFIG = join(__dirname, '../../deploy/temporal/dynamic-config.yaml');

/** The settings of a node, as the server reads them: JSON is YAML. */
export function nodeSettings({ all, frontend, http }: NodePorts, database: URL): string {
  const sql = (databaseName: string) => ({
    sql: {
      ...{ pluginName: 'postgres12', databaseName, connectProtocol: 'tcp', connectAddr: database.host },
      ...{ user: database.username, password: database.password },
      ...{ maxConns: CONNECTIONS_MOST, maxIdleConns: CONNECTIONS_MOST, maxConnLifetime: '1h' },
    },
  });
  const rpc = (ports: RolePorts) => ({ rpc: { ...ports, bindOnLocalHost: true } });
  return JSON.stringify({
    log: { stdout: false, level: 'error' },
    persistence: {
      ...{ defaultStore: 'default', visibilityStore: 'visibility', numHistoryShards: SHARDS },
      datastores: { default: sql(DATABASES.temporal), visibility: sql(DATABASES.visibility) },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: {
      frontend: { rpc: { ...all.frontend, bindOnLocalHost: true, httpPort: http } },
      history: rpc(all.history),
      matching: rpc(all.matching),
      worker: rpc(all.worker),
    },
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10 },
      ...{ masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: {
        active: {
          ...{ enabled: true, initialFailoverVersion: 1 },
          ...{ rpcName: 'frontend', rpcAddress: `127.0.0.1:${frontend}` },
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: { filepath: DYNAMIC_CONFIG, pollInterval: '60s' },
  });
}
