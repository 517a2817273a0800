import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { MoneyEvent } from '../domain/money-events';
import { readMoneyEvent } from '../input/money-event';
import { MONEY_EVENTS, SIGNATURE_HEADER } from '../service/contract/events';
import { isSigned, type SignatureEncoding } from '../service/webhook-signature';
import type { Kept } from './keeping';

/** What the receiver needs of the outside. */
export interface ReceiverDependencies {
  readonly secret: string;
  readonly encoding?: SignatureEncoding;
  /** Rejects when the event could not be kept. */
  readonly keep: (event: MoneyEvent) => Promise<Kept>;
  /** Whether events can be kept now. */
  readonly isReady: () => Promise<boolean>;
  /** For the operator; what is said holds nothing of an event but its kind. */
  readonly warn: (sentence: string) => void;
}

const BODY_MAX_BYTES = 64 * 1024;
/** Whoever sends a body byte by byte is not the service. */
const REQUEST_WITHIN_MS = 10_000;

/** Takes money events: a 2xx only for what is kept, an error for what may come again. */
export function createReceiver(deps: ReceiverDependencies): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: 'idle',
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
  app.addHook('onRequest', async ({ raw }) => {
    // Signed bytes are what counts, whatever they call themselves.
    raw.headers['content-type'] = 'application/octet-stream';
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(deps, error, reply));
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'there is nothing here; events go to POST /events'),
  );
  app.post('/events', (request, reply) => receive(deps, request, reply));
  app.get('/health', async (_request, reply) =>
    (await deps.isReady()) ? { status: 'success' } : refuse(reply, 503, 'Temporal cannot be reached'),
  );
  return app;
}

/** The signature comes first: of what a stranger sends nothing is looked at. */
async function receive(deps: ReceiverDependencies, request: FastifyRequest, reply: FastifyReply) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isSigned(body, request.headers[SIGNATURE_HEADER], deps.secret, deps.encoding))
    return refuse(reply, 401, 'the signature is missing or wrong');
  const payload = jsonIn(body);
  if (payload === undefined) return refuse(reply, 400, 'the body must be JSON');
  if (isOfOtherKind(payload)) {
    deps.warn('An event of a kind that nobody here handles was taken and left alone');
    return reply.code(202).send({ status: 'success', message: 'events of this kind are not handled' });
  }
  const read = readMoneyEvent(payload);
  if ('problems' in read) return refuse(reply, 400, read.problems.join('; '));
  return keep(deps, read.event, reply);
}

async function keep({ keep, warn }: ReceiverDependencies, event: MoneyEvent, reply: FastifyReply) {
  try {
    const kept = await keep(event);
    return await reply.send({ status: 'success', message: kept === 'new' ? 'kept' : 'known already' });
  } catch {
    warn('An event could not be kept: Temporal did not confirm. The service is asked to deliver it again');
    return refuse(reply, 503, 'the event could not be kept now; deliver it again');
  }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** To deliver it again would not help, and whatever it is, it is not about money. */
function isOfOtherKind(payload: unknown): boolean {
  const { event } = Object(payload) as { event?: unknown };
  return typeof event === 'string' && event !== '' && !(MONEY_EVENTS as readonly string[]).includes(event);
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ status: 'failed', message });

function answerError({ warn }: ReceiverDependencies, error: FastifyError, reply: FastifyReply) {
  const { statusCode = 500 } = error;
  if (statusCode === 413) return refuse(reply, 413, `the body must be at most ${BODY_MAX_BYTES / 1024} KiB`);
  if (statusCode < 500) return refuse(reply, statusCode, 'the request cannot be read');
  warn('A delivery failed by a fault of our own');
  return refuse(reply, 500, 'server error');
}
