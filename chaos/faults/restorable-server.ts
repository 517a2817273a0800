import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startDevServer, type DevServer, type DevServerOptions } from '../../stack/dev-server';

/** A server whose database can be backed up, and put back as it was. */
export class RestorableServer implements DevServer {
  readonly ended = new Promise<void>(() => undefined);
  private readonly backup = mkdtempSync(join(tmpdir(), 'backup-'));

  private constructor(
    private readonly options: DevServerOptions,
    private server: DevServer,
  ) {}

  static async start(options: DevServerOptions): Promise<RestorableServer> {
    return new RestorableServer(options, await startDevServer(options));
  }

  get address(): string {
    return this.server.address;
  }

  get uiUrl(): string {
    return this.server.uiUrl;
  }

  backUp(): Promise<void> {
    return this.anew(() => {
      this.copy(this.folder, this.backup);
    });
  }

  restore(): Promise<void> {
    return this.anew(() => {
      for (const end of ['', '-wal', '-shm']) rmSync(`${this.options.dbFile}${end}`, { force: true });
      this.copy(this.backup, this.folder);
    });
  }

  crash(): Promise<void> {
    return this.server.crash();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.backup, { recursive: true });
  }

  private get folder(): string {
    return dirname(this.options.dbFile ?? '');
  }

  private copy(from: string, to: string): void {
    cpSync(from, to, { recursive: true, filter: (path) => path === from || path.includes('temporal.db') });
  }

  private async anew(meanwhile: () => void): Promise<void> {
    await this.server.stop();
    meanwhile();
    this.server = await startDevServer(this.options);
  }
}
