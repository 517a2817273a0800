import { programs, ConfigError, readConfig } from './config/read-config';
import { createCodecServer } from './temporal/encryption/codec-server';
import { encryptionFromEnvironment, excessOfKeys } from './temporal/encryption/settings';
import { interruption, listen, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';

async function main(): Promise<number> {
  const ended = interruption();
  const { codec, log: logging } = readConfig(programs.codec);
  const { host, port, token, origins } = codec;
  const log = createLog(logging.level);
  const keys = encryptionFromEnvironment('reader');
  if (keys === 'off') throw new ConfigError(['ENCRYPTION is off, so there is nothing to decrypt']);
  const excess = excessOfKeys('reader');
  if (excess !== undefined) log.warn(excess);
  const app = createCodecServer({
    ...{ keys, token, origins },
    log: (line) => log.info(line, 'Answered'),
  });
  const taken = await listen(app, { host, port }, 'CODEC_PORT');
  log.info(`Decoding at http://${host}:${taken}/decode`);
  const code = await ended;
  await app.close();
  return code;
}

runProgram(main);
