import type { AddressInfo } from 'node:net';
import { ConfigError, readConfig } from './config';
import { createCodecServer } from './temporal/encryption/codec-server';
import { keyRingFromEnvironment } from './temporal/encryption/settings';
import { interruption, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';

async function main(): Promise<number> {
  const ended = interruption();
  const { codec, log: logging } = readConfig(['codec', 'log']);
  const { host, port, token, origins } = codec;
  const log = createLog(logging.level);
  const keys = keyRingFromEnvironment();
  const app = createCodecServer({
    ...{ keys, token, origins },
    log: (line) => {
      log.info(line, 'Answered');
    },
  });
  await app.listen({ host, port }).catch(explainPort);
  const { port: taken } = app.server.address() as AddressInfo;
  log.info(`Decoding at http://${host}:${taken}/decode`);
  const code = await ended;
  await app.close();
  return code;
}

class PortInUseError extends Error {}

function explainPort(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new PortInUseError('The port is in use. Choose another one with CODEC_PORT.');
}

runProgram(main, { failed: [PortInUseError], wrongUse: [ConfigError] });
