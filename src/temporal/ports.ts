import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of this machine on which no program listens now. */
export const freePort = (): Promise<number> => listenBriefly(0);

/** Whether a port of this machine is free to listen on. */
export const isFree = (port: number): Promise<boolean> =>
  listenBriefly(port).then(
    () => true,
    () => false,
  );

async function listenBriefly(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
