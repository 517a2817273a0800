import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { RETRYING } from '../../src/temporal/connection';

test('a call that is to be repeated ends once its connection is closed', async () => {
  const hangsUp = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(hangsUp, 'listening');
  const { port } = hangsUp.address() as AddressInfo;
  const connection = Connection.lazy({ address: `127.0.0.1:${port}`, interceptors: RETRYING });
  const called = connection.workflowService.getSystemInfo({});
  const ended = expect(called).rejects.toThrow('the connection is closed');
  await once(hangsUp, 'connection');
  await connection.close();
  await ended;
  hangsUp.close();
});
