import type { Reply } from './counter';

/** Of a lending operation before there is such an application or loan. */
export const UNKNOWN_ID = '00000000-0000-4000-a000-000000000000';

export function expectRefusal(reply: Reply, status: number, message: string): void {
  expect(reply.body.message).toBe(message);
  expect(reply.status).toBe(status);
}

/** The lending operations have the other envelope. */
export function expectLendingRefusal(reply: Reply, status: number, message: string): void {
  expectRefusal(reply, status, message);
  expect(reply.body.status).toBe('failed');
}
