import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildServer } from '../../stack/child-server';
import { takesWorkflows } from '../../stack/dev-server';
import { nodePorts, nodeSettings, type NodePorts } from './node-settings';
import type { ServerPrograms } from './programs';

/** A node that has not been ready for so long is started anew, as a probe would have it. */
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** A node of the cluster. Whenever it ends, or is not ready for a minute, it is started anew, until it is stopped. */
export class ServerNode {
  private server: ChildServer;
  private isWanted = true;
  private readySinceMs = performance.now();
  private readonly kept: Promise<void>;

  private constructor(
    private readonly launch: () => ChildServer,
    readonly port: number,
  ) {
    this.server = launch();
    this.kept = this.keep();
  }

  /** Starts a node on PostgreSQL, whose tables are there. */
  static async start({ server }: ServerPrograms, folder: string, database: URL): Promise<ServerNode> {
    const ports: NodePorts = await nodePorts();
    const config = join(folder, 'config');
    await mkdir(config, { recursive: true });
    await writeFile(join(config, 'node.yaml'), nodeSettings(ports, database), { mode: 0o600 });
    const args = ['--root', folder, '--config', 'config', '--env', 'node', '--allow-no-auth', 'start'];
    return new ServerNode(() => new ChildServer({ command: server, args }), ports.frontend);
  }

  /** Whether it takes requests for a namespace. */
  isReady(namespace = 'default'): Promise<boolean> {
    return takesWorkflows(`127.0.0.1:${this.port}`, namespace);
  }

  /** Waits until it takes requests. */
  async untilReady(namespace?: string): Promise<void> {
    while (!(await this.isReady(namespace))) {
      if (!this.isWanted) throw new Error('the node was stopped');
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** kill -9; it is back when it has found its way. */
  kill(): Promise<void> {
    return this.server.crash();
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    await this.server.stop();
    await this.kept;
  }

  private async keep(): Promise<void> {
    while (this.isWanted) {
      if (this.server.hasEnded) this.server = this.startAnew();
      else if (await this.isReady()) this.readySinceMs = performance.now();
      else if (performance.now() - this.readySinceMs > READY_WITHIN_MS) await this.server.crash();
      await sleep(LOOK_EVERY_MS);
    }
  }

  private startAnew(): ChildServer {
    this.readySinceMs = performance.now();
    return this.launch();
  }
}
