import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { DevServer } from '../../stack/dev-server';
import { registerSearchAttributes } from '../../test/support/temporal/search-attributes';
import type { PostgresServer } from '../../stack/postgres/server';
import { temporalDatabase } from './database';
import { Entrance } from './entrance';
import { ServerNode } from './node';
import { serverPrograms, type ServerPrograms } from './programs';

const NODES = 2;
const NAMESPACE = 'default';
const DAY_SECONDS = 86_400;
const NAMESPACE_WITHIN_MS = 60_000;

/** Temporal as in production: servers on PostgreSQL behind one address. */
export class TemporalCluster implements DevServer {
  /** Nodes that end are started anew: the cluster itself goes on until it is stopped. */
  readonly ended = new Promise<void>(() => undefined);
  readonly nodes: ServerNode[] = [];
  private entrance!: Entrance;
  private database!: PostgresServer;
  /** What was started, in order. */
  private readonly undo: (() => Promise<unknown>)[] = [];

  /** Starts it on an empty database; whatever was started is stopped again where it does not come up. */
  static async start(): Promise<TemporalCluster> {
    const cluster = new TemporalCluster();
    try {
      await cluster.bringUp(await serverPrograms());
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get address(): string {
    return `127.0.0.1:${this.entrance.port}`;
  }

  /** It has no Web UI. */
  get uiUrl(): string {
    return `http://${this.address}`;
  }

  /** kill -9 of a node. */
  async killNode(place: number): Promise<void> {
    await this.nodes[place]?.kill();
  }

  /** kill -9 of the first node. */
  crash(): Promise<void> {
    return this.killNode(0);
  }

  /** kill -9 of PostgreSQL, which is back after a while. */
  loseDatabase(awayMs: number): Promise<void> {
    return this.database.crash(awayMs);
  }

  async stop(): Promise<void> {
    for (const step of this.undo.splice(0).reverse()) await step();
  }

  private async bringUp(programs: ServerPrograms): Promise<void> {
    const folder = await this.makeFolder('cluster-');
    // Beside it: the user that PostgreSQL runs as reaches nothing in a folder of ours.
    const database = await temporalDatabase(await this.makeFolder('cluster-database-'), programs);
    this.undo.push(() => database.stop());
    this.database = database;
    // One after the other: both would write the metadata of an empty database at once, and one would end.
    for (let place = 0; place < NODES; place++) {
      const node = await ServerNode.start(programs, join(folder, `node-${place}`), database.url);
      this.undo.push(() => node.stop());
      this.nodes.push(node);
      await node.untilReady('temporal-system');
    }
    this.entrance = await Entrance.open(this.nodes);
    this.undo.push(() => this.entrance.close());
    await this.register();
  }

  private async makeFolder(name: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), name));
    this.undo.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Makes the namespace; done when every node knows it, with what cases are found by. */
  private async register(): Promise<void> {
    const connections = await Promise.all(
      this.nodes.map(({ port }) => Connection.connect({ address: `127.0.0.1:${port}` })),
    );
    try {
      await connections[0]?.workflowService.registerNamespace({
        namespace: NAMESPACE,
        workflowExecutionRetentionPeriod: { seconds: DAY_SECONDS as never },
      });
      for (const connection of connections) await known(connection);
    } finally {
      await Promise.all(connections.map((connection) => connection.close()));
    }
  }
}

/** A node learns of a namespace from the database, after a moment. */
async function known(connection: Connection): Promise<void> {
  const deadline = performance.now() + NAMESPACE_WITHIN_MS;
  for (;;) {
    try {
      await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
      await registerSearchAttributes(connection, NAMESPACE);
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(1_000);
    }
  }
}
