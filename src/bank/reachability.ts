import { once } from 'node:events';
import { connect } from 'node:net';

const PATIENCE_MS = 3_000;

/** Whether something listens at the bank's address. It opens a connection and sends nothing: calls are scarce. */
export async function isReachable(baseUrl: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const socket = connect(
    Number(port) || (protocol === 'https:' ? 443 : 80),
    hostname.replace(/^\[|\]$/g, ''),
  );
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
