import { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Bytes that the HTTP parser gets at a time: it looks at all of them, even when the first ones are too many already. */
const PART_BYTES = 8 * 1024;

/** Opens connections whose replies are read in small parts, so that headers without end are given up soon. */
export function connectorOf(timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs });
  return (options, callback) => {
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) {
        callback(error, null);
        return;
      }
      const read = (bytes?: number): unknown => Socket.prototype.read.call(socket, bytes);
      socket.read = (bytes = Math.min(PART_BYTES, socket.readableLength)) =>
        // What had arrived before the connection was given up is not looked at.
        socket.destroyed ? null : read(bytes === 0 ? undefined : bytes);
      callback(null, socket);
    });
  };
}
