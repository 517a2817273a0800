import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addCodecRoutes, guardCodec, refuse } from '../temporal/encryption/codec-server';
import type { KeyRing } from '../temporal/encryption/key-ring-file';
import type { Person } from './login/roles';
import type { Session, Sessions } from './login/sessions';

/** The path at which the Web UI asks; a session's address ends with its pass. */
export const CODEC_PATH = '/api/codec';

export interface DeskCodecParts {
  readonly keys: KeyRing;
  readonly sessions: Sessions;
  /** The address of the Web UI; only its pages may ask. */
  readonly webUi: string;
  /** Writes one line per request, with the person and the number of payloads. */
  readonly log: (line: {
    readonly person: string;
    readonly payloads: number;
    readonly status: number;
  }) => void;
}

/** Whether a person may see everything of the cases of every branch, as the Web UI shows it. */
export const mayReadPayloads = ({ roles, branch }: Person): boolean =>
  roles.includes('supervisor') && branch === undefined;

/**
 * Decrypts for the Web UI in the name of a person who is logged in at the desk. The Web UI has another origin
 * and sends no cookie of ours, so the address names the session, and expires with it.
 */
export function addDeskCodec(app: FastifyInstance, { keys, sessions, webUi, log }: DeskCodecParts): void {
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
  void app.register(
    async (scope) =>
      addCodecRoutes(
        scope,
        {
          keys,
          log: ({ payloads, status }, request) =>
            log({ person: people.get(request)?.subject ?? 'unknown', payloads, status }),
        },
        guard,
      ),
    { prefix: `${CODEC_PATH}/:pass` },
  );
}
