import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '../../src/temporal/ports';

/** One address for all nodes: a connection goes to the next node that takes it, as behind a load balancer. */
export class Entrance {
  private next = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly nodes: readonly { readonly port: number }[],
  ) {
    server.on('connection', (socket) => {
      void this.admit(socket);
    });
  }

  static async open(nodes: readonly { readonly port: number }[]): Promise<Entrance> {
    const port = await freePort();
    const server = createServer({ pauseOnConnect: true }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new Entrance(server, port, nodes);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private async admit(caller: Socket): Promise<void> {
    caller.on('error', () => caller.destroy());
    const node = await this.reached();
    if (!node) return void caller.destroy();
    for (const [one, other] of [
      [caller, node],
      [node, caller],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    caller.resume();
  }

  /** A connection to one of the nodes; `undefined` if none takes it. */
  private async reached(): Promise<Socket | undefined> {
    for (let tries = 0; tries < this.nodes.length; tries++) {
      const { port } = this.nodes[this.next++ % this.nodes.length]!;
      const socket = connect(port, '127.0.0.1');
      const isThere = await once(socket, 'connect').then(
        () => true,
        () => false,
      );
      if (isThere) return socket;
      socket.destroy();
    }
    return undefined;
  }
}
