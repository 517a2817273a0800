import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { createSandbox, type Sandbox } from '../../sandbox/app';
import { newWebhookEndpoint, type WebhookEndpoint } from '../../stack/program-process';
import { connectClient, temporalTarget, type TemporalClient } from '../../src/temporal/connection';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { Program } from './program';
import { newDatabase } from './records/database';

const DAY_SECONDS = 86_400;

/** What the programs of a package meet: Temporal, the emulated bank and a database, started from the repository. */
export class PackageEnvironment {
  private readonly programs: Program[] = [];

  private constructor(
    private readonly packageFolder: string,
    /** Empty but for keys: the programs start in it, so that nothing of the repository is near. */
    private readonly folder: string,
    private readonly temporal: DevServer,
    private readonly sandbox: Sandbox,
    private readonly env: Record<string, string>,
  ) {}

  static async start(packageFolder: string): Promise<PackageEnvironment> {
    const folder = mkdtempSync(join(tmpdir(), 'package-run-'));
    const cliPath = readConfig(['temporalCli']).temporalCli.path;
    const temporal = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
    const endpoint = await newWebhookEndpoint();
    const sandbox = await createSandbox({
      ...{ rate: 3 * DAY_SECONDS, limit: 100, windowSeconds: 15 },
      webhook: { url: endpoint.url, secret: endpoint.secret, retryFirstSeconds: 1 },
      durations: { offerValidity: 180 * DAY_SECONDS },
    });
    const env = {
      ...environmentOf(sandbox, await sandbox.listen({ port: 0 }), endpoint),
      ...(await recordsEnvironment(folder)),
      ENCRYPTION_KEYS: join(folder, 'keys', 'encryption.json'),
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'default',
      DOCUMENTS_DIR: resolve('examples/documents'),
    };
    return new PackageEnvironment(packageFolder, folder, temporal, sandbox, env);
  }

  /** A client beside the programs, with their keys. */
  connect(): Promise<TemporalClient> {
    const encryption = keyRingOf(this.env.ENCRYPTION_KEYS ?? '', 'reader');
    return connectClient(
      temporalTarget({ address: this.temporal.address, namespace: 'default', encryption }),
    );
  }

  /** Starts a program of the package. */
  run(name: string, ...args: string[]): Program {
    const program = new Program(join(this.packageFolder, 'dist', `${name}.js`), args, this.env, this.folder);
    this.programs.push(program);
    return program;
  }

  /** Runs a line of the packaged command line, which must end well; what it printed. */
  async starter(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run('starter', ...args).ended;
    if (code !== 0) throw new Error(`starter ${args.join(' ')} ended with ${code}: ${err}`);
    return out;
  }

  async stop(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.terminate()));
    await this.sandbox.close();
    await this.temporal.stop();
    rmSync(this.folder, { recursive: true });
  }
}

function environmentOf(sandbox: Sandbox, url: string, { port, secret }: WebhookEndpoint) {
  const { rate, realAt, businessAt } = sandbox.clock.read();
  return {
    SERVICE_BASE_URL: url,
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    BUSINESS_CLOCK_RATE: String(rate),
    BUSINESS_CLOCK_REAL_AT: realAt,
    BUSINESS_CLOCK_BUSINESS_AT: businessAt,
    BANK_ENVIRONMENT: 'test',
    WEBHOOK_PORT: String(port),
    WEBHOOK_SECRET: secret,
    AUTHORITY: 'open',
  };
}

/** The database, and where the packaged command line makes the keys. */
async function recordsEnvironment(folder: string) {
  const { url, ownerUrl } = await newDatabase();
  return {
    RECORDS: 'on',
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: ownerUrl,
    AUDIT_KEY_FILE: join(folder, 'keys', 'audit.key'),
    AUDIT_SIGNER_KEY_FILE: join(folder, 'keys', 'audit-signer.jwk'),
    AUDIT_EXPORT_FILE: join(folder, 'checkpoints.txt'),
  };
}
