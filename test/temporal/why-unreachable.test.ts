import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { whyUnreachable } from '../../src/temporal/why-unreachable';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function addressOf(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an address where nothing listens is told from one that cannot be found', async () => {
  expect(await whyUnreachable({ address: '127.0.0.1:1' })).toContain('Nothing answers there (ECONNREFUSED)');
  expect(await whyUnreachable({ address: 'nowhere.invalid:7233' })).toMatch(/Nothing answers there \(E\w+\)/);
});

test('a server that speaks TLS names the setting to a program that does not', async () => {
  const address = await addressOf(createTlsServer());
  expect(await whyUnreachable({ address })).toContain('set TEMPORAL_TLS=true');
  expect(await whyUnreachable({ address, tls: true })).toContain('TEMPORAL_TLS_SERVER_CA_CERT_PATH');
});

test('a server that speaks no TLS is named to a program that does', async () => {
  const address = await addressOf(
    createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end('no TLS'))),
  );
  expect(await whyUnreachable({ address, tls: true })).toMatch(/^It does not speak TLS \(\w+\)/);
});

test('a server that takes connections and says nothing is not called absent', async () => {
  const address = await addressOf(createServer((socket) => socket.on('error', () => undefined)));
  expect(await whyUnreachable({ address })).toContain('does not answer in time');
});
