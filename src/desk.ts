import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { programs, ConfigError, readConfig, type Config } from './config/read-config';
import { readNamesKey, readRowSeal } from './desk/names-key';
import { deskSigner } from './desk/route-context';
import { createDesk } from './desk/server';
import { readRoleMapping } from './desk/login/roles';
import { serveMonitoring } from './monitoring/server';
import { connectRecords } from './records/connection';
import { differencesFrom, sentenceOn, settingsOfDesk } from './records/shared-settings';
import { keeperRow } from './records/keeper-row';
import { readAuditKeys, readSignerKey } from './records/audit-key-files';
import { migrate } from './records/migrations';
import { connectClient, temporalTarget } from './temporal/connection';
import { encryptionFromEnvironment, excessOfKeys } from './temporal/encryption/settings';
import { interruption, listen, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';

/** The folder of the built pages. */
const PAGES = resolve(__dirname, '../web/dist');

/** The officers' desk: its web server, and the watcher of all cases. */
async function main(): Promise<number> {
  const ended = interruption();
  const config = readConfig(programs.desk);
  const { keyFile, namesKeyFile, rolesFile, host, port, metricsAddress, ...desk } = config.desk;
  const { bankEnvironment } = config.signing;
  if (keyFile === undefined && config.authorityMode.mode === 'signed')
    throw new ConfigError([
      'DESK_KEY is missing: workers take nothing unsigned, unless AUTHORITY=open is set',
    ]);
  const log = createLog(config.log.level);
  const [names, seal] = [readNamesKey(namesKeyFile), readRowSeal(namesKeyFile, desk.provider.issuer)];
  const mapping = readRoleMapping(rolesFile, desk.provider.subjectClaim);
  const warn = (sentence: string) => log.warn(sentence);
  const signing = keyFile === undefined ? undefined : deskSigner(keyFile, bankEnvironment, warn);
  const verifying = await verifyingKeys(config.auditor);
  const encryption = encryptionFromEnvironment('reader');
  const excess = excessOfKeys('reader');
  if (excess !== undefined) log.warn(excess);
  await migrate(config.database);
  const pool = connectRecords(config.database.url);
  const target = temporalTarget({ encryption });
  const client = await connectClient(target);
  const own = settingsOfDesk({
    ...{ bankEnvironment, demonstration: desk.demonstration, provider: desk.provider },
    auditKeys: verifying?.keys,
  });
  const keeper = await keeperRow(pool, target.namespace).look();
  const difference = keeper && sentenceOn(differencesFrom(keeper, own));
  if (difference !== undefined) log.warn(difference);
  const pages = existsSync(resolve(PAGES, 'index.html')) ? PAGES : undefined;
  if (!pages) log.warn('The pages are not built ("npm run build:web"): only the interface is served');
  const encryptionKeys = encryption === 'off' ? undefined : encryption;
  const parts = { ...desk, clock: config.clock, encryptionKeys, names, seal, mapping, signing, verifying };
  const made = await createDesk({ ...parts, pool, client, pages, log, documents: config.documents.folder });
  const monitoring =
    metricsAddress === undefined ? undefined : await serveMonitoring(metricsAddress, made.monitored);
  const taken = await listen(made.app, { host, port }, 'DESK_PORT');
  log.info(`The desk is at ${desk.url} (port ${taken})`);
  const code = await ended;
  await made.stop();
  monitoring?.close();
  await Promise.all([pool.end(), client.connection.close()]);
  return code;
}

/** The audit's keys, if they are configured: with them the desk checks the audit's chains. */
async function verifyingKeys({ keyFile, signerKeyFile }: Config['auditor']) {
  if (keyFile === undefined || signerKeyFile === undefined) return undefined;
  return { keys: readAuditKeys(keyFile), signer: await readSignerKey(signerKeyFile) };
}

runProgram(main);
