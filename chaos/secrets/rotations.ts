import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { ANY_PERSON, addToRing, endKey } from '../../src/authority/key-ring';
import { newKeyPair, signingKeyOf } from '../../src/authority/person-key';
import { signPolicy } from '../../src/authority/policy-signatures';
import { newWorkersKeys } from '../../src/authority/receipts';
import { actEnvironment } from '../../src/authority/sign';
import { rotateKey } from '../../src/cases/encryption-key-rotation';
import { rotateSecret } from '../../src/cases/event-endpoints';
import { signWith } from '../../src/cases/signing';
import { ROLES } from '../../src/domain/case/commands';
import { newAuditKey } from '../../src/records/audit/keys';
import { inTransaction, connectRecords } from '../../src/records/connection';
import { migrate } from '../../src/records/migrations';
import type { EventReceiver } from '../../test/support/events/receiver';
import type { TestEnvironment } from '../test-environment';

const BANK_ENVIRONMENT = 'test';
const ROLE = 'records_worker';
const DESKS_RESTART_MS = 5_000;

/** The secrets of an installation whose workers have files and a role of their own, and how each takes another's place, as docs/INSTALL.md says. */
export class Secrets {
  private readonly folder: string;
  private readonly settings: NodeJS.ProcessEnv;
  private desk: ReturnType<typeof newKeyPair> | undefined;

  constructor(private readonly environment: TestEnvironment) {
    const { keys, records } = environment.stack;
    if (!keys) throw new Error('the environment has no keys');
    this.folder = dirname(keys.signing.keyFile);
    this.settings = { ...keys.environment, ...records.env };
  }

  /** Gives workers bank keys in files, a role of their own in the database, and a policy with a limit for each maker. */
  async begin(perMakerKobo: number): Promise<void> {
    const { serviceKey, apiKey } = this.environment.sandbox.settings;
    Object.assign(this.settings, {
      ...{ SERVICE_KEY: '', SERVICE_KEY_FILE: this.file('service-key', serviceKey) },
      ...{ SERVICE_API_KEY: '', SERVICE_API_KEY_FILE: this.file('service-api-key', apiKey) },
      PAYOUT_POLICY_FILE: this.file('limited-policy.json', await this.policy(perMakerKobo)),
      EVENTS_PRIVATE_ENDPOINTS: 'allow',
    });
    const { env, superuserUrl } = this.environment.records;
    const url = new URL(env.DATABASE_URL);
    url.username = ROLE;
    await this.query(`CREATE ROLE ${ROLE} LOGIN`);
    await this.setPassword(url);
    await migrate({ url: url.href, ownerUrl: superuserUrl });
    await this.desksKey();
    await this.roll();
    this.environment.workers.hire({ settings: this.settings });
  }

  /** A client that signs with the key that the desk has now, for a person. */
  clientFor(person: string): Client {
    const { connection, options } = this.environment.client;
    const { namespace, dataConverter } = options;
    if (!this.desk) throw new Error('the desk has no key yet');
    return signWith(new Client({ connection, namespace, dataConverter }), {
      ...{ key: signingKeyOf(this.desk.file), bankEnvironment: BANK_ENVIRONMENT, person },
    });
  }

  /** Each secret, by its name in the table of docs/INSTALL.md. */
  rotations(receiver: EventReceiver): Readonly<Record<string, () => Promise<void>>> {
    const { stack, client } = this.environment;
    return {
      'service-key': async () => this.banksKey('serviceKey', 'service-key'),
      'service-api-key': async () => this.banksKey('apiKey', 'service-api-key'),
      'encryption.json': async () => {
        rotateKey(stack.encryptionKeys);
        await this.roll();
      },
      'desk.key.json': () => this.desksKey(),
      'receipt-key.json': () => this.receiptKey(),
      'audit.key': () => this.auditKey(),
      'password of the database': async () => {
        await this.setPassword(new URL(this.settings['DATABASE_URL'] ?? ''));
        await this.roll();
      },
      'secret of an event endpoint': async () => {
        receiver.secret = await rotateSecret(client, 'books');
      },
    };
  }

  /** The bank takes another key, and no longer the one before. */
  private banksKey(name: 'serviceKey' | 'apiKey', file: string): void {
    const key = randomBytes(16).toString('hex');
    Object.assign(this.environment.sandbox.settings, { [name]: key });
    this.file(file, key);
  }

  private async desksKey(): Promise<void> {
    const ring = this.settings['AUTHORITY_KEYS'] ?? '';
    const before = this.desk;
    this.desk = newKeyPair(ANY_PERSON, ROLES);
    addToRing(ring, this.desk.entry);
    if (!before) return;
    // What was signed under it has arrived.
    await sleep(DESKS_RESTART_MS);
    endKey(ring, before.entry.kid, 'retired');
  }

  private async receiptKey(): Promise<void> {
    const path = this.settings['AUTHORITY_RECEIPT_KEYS'] ?? '';
    const { keys } = JSON.parse(readFileSync(path, 'utf8')) as ReturnType<typeof newWorkersKeys>;
    const added = newWorkersKeys().keys;
    writeFileSync(path, JSON.stringify({ keys: [...keys, ...added] }));
    await this.roll();
    writeFileSync(path, JSON.stringify({ keys: [...added, ...keys] }));
    await this.roll();
  }

  private async auditKey(): Promise<void> {
    const { line, publicLine } = newAuditKey();
    const inFront = (path: string, added: string) =>
      writeFileSync(path, `${added}\n${readFileSync(path, 'utf8')}`);
    inFront(this.environment.records.verifying.AUDIT_KEY_FILE, publicLine);
    inFront(this.settings['AUDIT_KEY_FILE'] ?? '', line);
    await this.roll();
  }

  private async setPassword(url: URL): Promise<void> {
    url.password = randomBytes(16).toString('hex');
    await this.query(`ALTER ROLE ${ROLE} PASSWORD '${url.password}'`);
    this.settings['DATABASE_URL'] = url.href;
  }

  /** Each worker in its turn makes room for one with the settings as they are now. */
  private async roll(): Promise<void> {
    const { workers } = this.environment;
    for (const before of [...workers.all]) {
      workers.hire({ settings: { ...this.settings } });
      await workers.dismiss(before);
    }
  }

  private async policy(perMakerKobo: number): Promise<string> {
    const content = { version: 2, dailyLimits: { perMakerKobo } };
    const aud = actEnvironment('default', BANK_ENVIRONMENT);
    const signatures = ['policy-1', 'policy-2'].map((person) => {
      const { file, entry } = newKeyPair(person, ['supervisor']);
      addToRing(this.settings['AUTHORITY_KEYS'] ?? '', entry);
      return signPolicy(content, signingKeyOf(file), aud);
    });
    return JSON.stringify({ ...content, signatures: await Promise.all(signatures) });
  }

  private file(name: string, content: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  private async query(text: string): Promise<void> {
    const pool = connectRecords(this.environment.records.superuserUrl);
    try {
      await inTransaction(pool, (connection) => connection.query(text));
    } finally {
      await pool.end();
    }
  }
}
