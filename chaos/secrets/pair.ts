import { freePort } from '../../src/temporal/ports';
import { isUp } from '../../stack/desk-process';
import type { ProgramProcess } from '../../stack/program-process';
import { Entrance } from '../cluster/entrance';

/** Two processes of one program behind one address, as behind a proxy. */
export class Pair {
  private readonly running = new Map<number, ProgramProcess>();

  private constructor(
    readonly ports: readonly number[],
    private readonly entrance: Entrance,
    /** Starts one as the settings are now. */
    private readonly start: (port: number) => ProgramProcess,
  ) {}

  static async at(start: (port: number) => ProgramProcess): Promise<Pair> {
    const ports = [await freePort(), await freePort()];
    return new Pair(ports, await Entrance.open(ports.map((port) => ({ port }))), start);
  }

  /** The port of the address for both. */
  get port(): number {
    return this.entrance.port;
  }

  async startAll(): Promise<void> {
    for (const port of this.ports) await this.startOne(port);
  }

  /** One is always there. */
  async restartInTurn(): Promise<void> {
    for (const port of this.ports) {
      await this.stopOne(port);
      await this.startOne(port);
    }
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.ports.map((port) => this.stopOne(port)));
  }

  async close(): Promise<void> {
    await this.stopAll();
    await this.entrance.close();
  }

  private async startOne(port: number): Promise<void> {
    this.running.set(port, this.start(port));
    if (!(await isUp(`http://127.0.0.1:${port}/`))) throw new Error(`nothing answers at port ${port}`);
  }

  private async stopOne(port: number): Promise<void> {
    await this.running.get(port)?.stop();
    this.running.delete(port);
  }
}
