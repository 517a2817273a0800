import type { Socket } from 'node:net';

export type Headers = readonly (readonly [string, string])[];

export const head = (status: number, headers: Headers) =>
  [`HTTP/1.1 ${status} X`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

/** A whole reply in one write. */
export function whole(status: number, body: string | Buffer, more: Headers = []) {
  const bytes = Buffer.from(body);
  const length: Headers = [['content-length', String(bytes.length)]];
  const reply = Buffer.concat([Buffer.from(head(status, [...length, ...more])), bytes]);
  return (socket: Socket) => {
    socket.end(reply);
  };
}

export const raw = (text: string, thenEnd = true) => {
  const bytes = Buffer.from(text, 'latin1');
  return (socket: Socket) => {
    if (thenEnd) socket.end(bytes);
    else socket.write(bytes);
  };
};

/** Says something, and then a little more again and again, until the caller hangs up. */
export const dripping = (begin: string, more: string) => (socket: Socket) => {
  socket.write(begin);
  const timer = setInterval(() => socket.write(more), 25);
  socket.on('close', () => clearInterval(timer));
};

/** Says as much as the caller takes, until the caller hangs up. */
export const pouring = (begin: string) => (socket: Socket) => {
  const part = Buffer.alloc(64 * 1024, ' ');
  socket.write(begin);
  const pour = () => {
    while (socket.writable && socket.write(part));
  };
  socket.on('drain', pour);
  pour();
};
