import type { FastifyReply } from 'fastify';
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
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture as the desk sends it: in a sandbox, with a policy of its own. */
export const sendPicture = (reply: FastifyReply): FastifyReply =>
  reply
    .type('image/png')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox",
    )
    .send(PIXEL);
