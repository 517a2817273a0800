import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addCodecRoutes, guardCodec, refuse, type CodecParts } from '../temporal/encryption/codec-server';
import type { Person } from './login/roles';
import type { Session, Sessions } from './login/sessions';
import type { DeskSettings } from './server';

/** The path at which the Web UI asks; a session's address ends with its pass. */
export const CODEC_PATH = '/api/codec';

/** Whether a person may see everything of the cases of every branch, as the Web UI shows it. */
export const mayReadPayloads = ({ roles, branch }: Person): boolean =>
  roles.includes('supervisor') && branch === undefined;

/**
 * Decrypts for the Web UI, if the desk knows it and the keys, in the name of a person who is logged in at the
 * desk. The Web UI has another origin and sends no cookie of ours, so the address names the session, and expires
 * with it. Each request is logged, with the person and the number of payloads.
 */
export function addDeskCodec(
  app: FastifyInstance,
  { webUi, encryptionKeys: keys, log }: Pick<DeskSettings, 'webUi' | 'encryptionKeys' | 'log'>,
  sessions: Sessions,
): void {
  if (webUi === undefined || keys === undefined) return;
  const people = new WeakMap<FastifyRequest, Session>();
  const access = { token: undefined, origins: [new URL(webUi).origin] };
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    const answered = await guardCodec(access, request, reply);
    if (answered !== undefined) return answered;
    const session = await sessions.ofCodecPass((request.params as { pass: string }).pass);
    if (!session) return refuse(reply, 401, 'this address is of no session: copy it anew at the desk');
    people.set(request, session);
    return mayReadPayloads(session) ? undefined : refuse(reply, 403, 'your role does not read payloads');
  };
  const parts: CodecParts = {
    keys,
    log({ payloads, status }, request) {
      const person = people.get(request)?.subject ?? 'unknown';
      log.info({ event: 'read', person, payloads, status }, 'Payloads were read in the Web UI');
    },
  };
  void app.register(async (scope) => addCodecRoutes(scope, parts, guard), { prefix: `${CODEC_PATH}/:pass` });
}
