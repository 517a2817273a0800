import { once } from 'node:events';
import { readConfig } from '../../src/config/read-config';
import { createLoginProvider } from './provider';
import { interruption, runProgram } from '../../src/temporal/run-program';

/** The login provider of a demonstration, only on this machine. */
async function main(): Promise<number> {
  const ended = interruption();
  const { port, deskUrl } = readConfig(['loginProvider']).loginProvider;
  const server = await createLoginProvider({ issuer: `http://127.0.0.1:${port}`, deskUrl });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const code = await ended;
  server.close();
  server.closeAllConnections();
  return code;
}

runProgram(main);
