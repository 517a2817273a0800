import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addCodecRoutes, guardCodec, refuse } from '../temporal/encryption/codec-server';
import type { KeyRing } from '../temporal/encryption/key-ring-file';
import type { Person } from './login/roles';
import type { Session, Sessions } from './login/sessions';

/** Where the Web UI asks: the address of a session ends with its pass. */
export const CODEC_PATH = '/api/codec';

/** With what the desk decrypts for Temporal's Web UI. */
export interface DeskCodecParts {
  readonly keys: KeyRing;
  readonly sessions: Sessions;
  /** The Web UI, whose pages alone may ask. */
  readonly webUi: string;
  /** One line a request: who has read how many payloads. */
  readonly log: (line: {
    readonly person: string;
    readonly payloads: number;
    readonly status: number;
  }) => void;
}

/** The Web UI shows cases of every branch, with everything in them. */
export const mayReadPayloads = ({ roles, branch }: Person): boolean =>
  roles.includes('supervisor') && branch === undefined;

/**
 * Decrypts for the Web UI in the name of a person who is logged in at the desk. The Web UI is another origin and shows no
 * cookie of ours, so the address that it asks at stands for the session, and ends with it.
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
