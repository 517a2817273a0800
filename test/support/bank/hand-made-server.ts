import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server on a free port, for one test. */
export interface HandMadeServer {
  readonly url: string;
  /** Method and target of every request that arrived. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Answers HTTP as told. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  };
  return listen(createServer(listener), requests);
}

/** Does with a bare connection what no HTTP server would. */
export const serveSockets = (onConnection: (socket: Socket) => void) =>
  listen(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    }),
    [],
  );

async function listen(server: Server, requests: string[]): Promise<HandMadeServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      return new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}

/** Answers every request with the same status, body and headers. */
export const always =
  (status: number, body: unknown = '', headers: Record<string, string> = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
