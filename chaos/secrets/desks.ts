import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { digestOf } from '../../src/desk/login/logins';
import { placeOfSession } from '../../src/desk/login/sessions';
import { readRowSeal, writeNamesKey } from '../../src/desk/names-key';
import { connectRecords } from '../../src/records/connection';
import { freePort } from '../../src/temporal/ports';
import { copyOfDocuments, deskEnvironment, providerVariables } from '../../stack/desk-process';
import { createLoginProvider, DEMONSTRATION_USERS } from '../../stack/login-provider/provider';
import { startProgram } from '../../stack/program-process';
import { Browser } from '../../test/support/desk/browser';
import { persist } from '../desk/commands';
import { rebuild, untilComplete } from '../desk/copy';
import { log } from '../report';
import type { TestEnvironment } from '../test-environment';
import { lookForNames } from './names-shown';
import { Pair } from './pair';

/** Who works at the desks; the first one sees all cases. */
const PEOPLE = ['supervisor', 'maker', 'approver'];
/** A desk takes sixty logins a minute from one address. */
const LOGIN_EVERY_MS = 2_500;
/** Longer than a desk goes without the provider's word about a session, and shorter than it does so at most. */
const AGO_MS = 6 * 60_000;

/** Two desks, their login provider and people, and how the desks' secrets take another's place, as docs/INSTALL.md says. */
export class Desks {
  /** What people there met with. */
  readonly counts = {
    logins: 0,
    loginsFailed: 0,
    loginsFailedMeanwhile: 0,
    sessions: 0,
    sessionsAsked: 0,
    sessionsEnded: 0,
    names: 0,
    unnamed: 0,
  };
  /** Sessions that still counted under a replaced key. */
  stillTaken = 0;
  private readonly browsers: ReadonlyMap<string, Browser>;

  private constructor(
    private readonly environment: TestEnvironment,
    private readonly parts: Parts,
  ) {
    this.browsers = new Map(PEOPLE.map((user) => [user, new Browser(parts.url)]));
  }

  static async open(environment: TestEnvironment): Promise<Desks> {
    const desks = new Desks(environment, await partsOf(environment));
    await desks.parts.pair.startAll();
    return desks;
  }

  /** @param references those of the payouts so far */
  rotations(references: () => readonly string[]): Readonly<Record<string, () => Promise<void>>> {
    return {
      'names.key': () => this.changeNamesKey([...references()]),
      OIDC_CLIENT_SECRET: () => this.changeSecret(),
      'OIDC_CLIENT_SECRET, which the provider changes first': () => this.followSecret(),
    };
  }

  /** Counts the names that people there look for. */
  async countNames(references: readonly string[]): Promise<void> {
    await untilComplete(this.parts, Date.now());
    await this.letIn();
    const { names, unnamed } = await lookForNames(this.browsers.get(PEOPLE[0]!)!, PEOPLE, references);
    this.counts.names += names;
    this.counts.unnamed += unnamed;
  }

  async close(): Promise<void> {
    const { pair, provider, pool, folder } = this.parts;
    await pair.close();
    provider.close();
    provider.closeAllConnections();
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  }

  private async changeNamesKey(references: readonly string[]): Promise<void> {
    const { pair, namesKeyFile } = this.parts;
    await this.letIn();
    await pair.stopAll();
    await rm(namesKeyFile);
    writeNamesKey(namesKeyFile);
    await pair.startAll();
    for (const [user, browser] of this.browsers) if (await isIn(user, browser)) this.stillTaken += 1;
    await rebuild(this.environment.records.env);
    await this.countNames(references);
  }

  /** As at a provider that knows a client by two secrets for a time. */
  private async changeSecret(): Promise<void> {
    const { secrets } = this.parts;
    await this.letIn();
    let isOver = false;
    const change = async () => {
      const next = randomUUID();
      secrets.ofProvider = [secrets.ofDesks, next];
      await this.lookWhileAsked();
      secrets.ofDesks = next;
      await this.parts.pair.restartInTurn();
      await this.lookWhileAsked();
      secrets.ofProvider = [next];
      await this.lookWhileAsked();
    };
    await Promise.all([this.keepLoggingIn(() => isOver), change().finally(() => (isOver = true))]);
  }

  /** As at a provider that knows a client by one secret. */
  private async followSecret(): Promise<void> {
    const { secrets } = this.parts;
    await this.letIn();
    const next = randomUUID();
    secrets.ofProvider = [next];
    await this.lookWhileAsked();
    if (!(await this.logIn('maker'))) this.counts.loginsFailedMeanwhile += 1;
    secrets.ofDesks = next;
    await this.parts.pair.restartInTurn();
    await this.lookWhileAsked();
    await this.letIn();
  }

  /** Everybody logs in anew. */
  private async letIn(): Promise<void> {
    for (const [user, browser] of this.browsers) await this.countLogin(user, browser);
  }

  private async keepLoggingIn(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.countLogin('maker');
      await sleep(LOGIN_EVERY_MS);
    }
  }

  private async countLogin(user: string, browser?: Browser): Promise<void> {
    if (await this.logIn(user, browser)) return;
    this.counts.loginsFailed += 1;
    log(`  ${user} could not log in`);
  }

  /** A login that a desk cuts off as it is restarted is begun anew. */
  private async logIn(user: string, browser = new Browser(this.parts.url)): Promise<boolean> {
    this.counts.logins += 1;
    await persist(() => browser.logIn(user));
    return isIn(user, browser);
  }

  /** People go on working while the desk has to ask the provider about them. */
  private async lookWhileAsked(): Promise<void> {
    const digests = await this.age();
    this.counts.sessions += digests.length;
    for (const [user, browser] of this.browsers)
      if (!(await isIn(user, browser))) {
        this.counts.sessionsEnded += 1;
        log(`  the session of ${user} has ended`);
      }
    const { rowCount } = await this.parts.pool.query(
      'SELECT FROM desk_session WHERE digest = ANY($1) AND check_begun_at IS NOT NULL',
      [digests],
    );
    this.counts.sessionsAsked += rowCount ?? 0;
  }

  /** As if the provider had told about these sessions some minutes ago. @returns their digests */
  private async age(): Promise<string[]> {
    const { pool, namesKeyFile, issuer } = this.parts;
    const seal = readRowSeal(namesKeyFile, issuer);
    const digests = [...this.browsers.values()].map(({ session }) => digestOf(session));
    const { rows } = await pool.query<Parameters<typeof placeOfSession>[0] & { readonly sealed: string }>(
      'SELECT digest, codec_digest, subject, sealed FROM desk_session WHERE digest = ANY($1)',
      [digests],
    );
    for (const row of rows) {
      const place = placeOfSession(row);
      const aged = { ...seal.open(place, row.sealed), checkedAt: new Date(Date.now() - AGO_MS) };
      await pool.query('UPDATE desk_session SET sealed = $2, check_begun_at = NULL WHERE digest = $1', [
        row.digest,
        seal.seal(place, aged),
      ]);
    }
    return digests;
  }
}

interface Parts {
  readonly pair: Pair;
  /** Its address as people type it. */
  readonly url: string;
  readonly pool: Pool;
  readonly provider: Server;
  readonly issuer: string;
  readonly folder: string;
  readonly namesKeyFile: string;
  /** The client secrets that the provider takes, and the one that desks get when they start. */
  readonly secrets: { ofProvider: readonly string[]; ofDesks: string };
}

async function partsOf({ stack }: TestEnvironment): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'desks-'));
  const documents = await copyOfDocuments(folder);
  const namesKeyFile = join(folder, 'names.key');
  writeNamesKey(namesKeyFile);
  const providerPort = await freePort();
  const { OIDC_ISSUER: issuer } = providerVariables(providerPort);
  const secret = randomUUID();
  const secrets: Parts['secrets'] = { ofProvider: [secret], ofDesks: secret };
  const pair = await Pair.at((port) =>
    startProgram('src/desk.ts', {
      ...deskEnvironment(
        { ...stack, documents, logLevel: 'error' },
        { port, url, providerPort, namesKeyFile },
      ),
      OIDC_CLIENT_SECRET: secrets.ofDesks,
    }),
  );
  const url = `http://localhost:${pair.port}`;
  const deskSecrets = () => secrets.ofProvider;
  const provider = await createLoginProvider({ issuer, deskUrl: url, deskSecrets });
  provider.listen(providerPort, '127.0.0.1');
  await once(provider, 'listening');
  const pool = connectRecords(stack.records.env.DATABASE_URL);
  return { pair, url, pool, provider, issuer, folder, namesKeyFile, secrets };
}

/** Whether somebody has a session, under the own name. */
async function isIn(user: string, browser: Browser): Promise<boolean> {
  // As when they use the page: a session that is only looked at ends after a while.
  const { status, body } = await persist(() => browser.get('/api/session', { 'x-by-person': 'yes' }));
  return status === 200 && body.name === DEMONSTRATION_USERS[user]?.name;
}
