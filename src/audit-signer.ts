import { programs, readConfig } from './config/read-config';
import { KeyFileError } from './secrets/key-files';
import { ExportFile, keepSigning, signHeads } from './records/checkpoints/signer';
import { connectRecords } from './records/connection';
import { readSignerKey } from './records/audit-key-files';
import { interruption, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';

/** Signs the heads of all cases every minute, also into a file. A second signer does no harm. */
async function main(): Promise<number> {
  const ended = interruption();
  const { database, auditSigner, auditExport, log: level } = readConfig(programs['audit-signer']);
  const log = createLog(level.level);
  const key = await readSignerKey(auditSigner.keyFile);
  if (!key.privateKey)
    throw new KeyFileError(auditSigner.keyFile, ['it holds no private key, and the signer needs one']);
  const file = await ExportFile.open(auditExport.file);
  const pool = connectRecords(database.url);
  const sign = async () => {
    const made = await signHeads(pool, key, file, (sentence) => log.warn(sentence));
    if (made > 0) log.debug(`Signed ${made} checkpoints`);
    return made;
  };
  const failed = (error: unknown) =>
    log.error(`The heads of the audit could not be signed: ${String(error)}`);
  log.info('Signing the heads of the audit every minute');
  await keepSigning(sign, failed, ended);
  await pool.end();
  return ended;
}

runProgram(main);
