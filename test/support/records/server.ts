import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type PostgresServer } from '../../../stack/postgres/server';

/** The PostgreSQL of a test run: started when the first test file asks for it, in the process that outlives them all. */
export class SharedPostgres {
  private readonly folder = mkdtempSync(join(tmpdir(), 'test-records-'));
  private readonly server: Server;
  private running: Promise<PostgresServer> | undefined;
  private readonly data = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  private databases = 0;

  constructor() {
    this.server = createServer((asking) => {
      asking.on('error', () => undefined);
      void this.newDatabase().then(
        (urls) => asking.end(JSON.stringify(urls)),
        (error: unknown) => asking.end(JSON.stringify({ error: String(error) })),
      );
    });
    this.server.listen(this.socket);
    this.server.unref();
  }

  /** Where test files ask for a database. */
  get socket(): string {
    return join(this.folder, 'ask');
  }

  async stop(): Promise<void> {
    this.server.close();
    await (await this.running)?.stop();
    for (const folder of [this.folder, this.data]) rmSync(folder, { recursive: true, force: true });
  }

  private async newDatabase() {
    this.running ??= startPostgres(this.data);
    const postgres = await this.running;
    const name = `test_${++this.databases}`;
    await postgres.createDatabase(name);
    return { url: postgres.programUrl(name), ownerUrl: postgres.ownerUrl(name) };
  }
}

/** The end of a test run: ends what the test files have shared. */
export default async function tearDown(): Promise<void> {
  const { sharedPostgres } = globalThis as { sharedPostgres?: SharedPostgres };
  await sharedPostgres?.stop();
}
