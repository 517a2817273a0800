import type { Problem } from '../../../src/desk/contract';

/** The receipt of a command. */
export const receiptOf = (command: string, stage: string) => ({
  requestId: 'request-1',
  command,
  stage,
  acceptedAt: new Date().toISOString(),
  repeated: false,
});

/** A problem document of the desk. */
export const problem = (
  status: number,
  name: string,
  detail: string,
  rest: Partial<Problem> = {},
): Problem => ({
  type: `/problems/${name}`,
  title: name,
  status,
  detail,
  ...rest,
});

/** That there is no session. */
export const logIn = () => problem(401, 'log-in', 'Log in first.', { login: '/api/login' });

/** Answers with a problem document. */
export const problemOf = (
  reply: { code(status: number): { type(type: string): { send(body: unknown): unknown } } },
  body: Problem,
): unknown => reply.code(body.status).type('application/problem+json').send(JSON.stringify(body));

/** The smallest picture. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
