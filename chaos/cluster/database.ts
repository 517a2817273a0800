import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPostgres, type PostgresServer } from '../../stack/postgres/server';
import { DATABASES } from './node-settings';
import type { ServerPrograms } from './programs';

/** PostgreSQL with the tables of a Temporal server. */
export async function temporalDatabase(
  folder: string,
  { sqlTool }: ServerPrograms,
): Promise<PostgresServer & { readonly url: URL }> {
  const postgres = await startPostgres(folder);
  const url = new URL(postgres.ownerUrl(DATABASES.temporal));
  for (const [schema, database] of Object.entries(DATABASES)) {
    await postgres.createDatabase(database);
    const tool = (...args: string[]) =>
      promisify(execFile)(sqlTool, [
        ...['--plugin', 'postgres12', '--endpoint', url.hostname, '--port', url.port],
        ...['--user', url.username, '--password', url.password, '--database', database],
        ...args,
      ]);
    await tool('setup-schema', '--version', '0.0');
    await tool('update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }
  return { ...postgres, url };
}
