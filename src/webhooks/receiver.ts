import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { MoneyEvent } from '../domain/money/bank-events';
import { readMoneyEvent } from '../input/money-event';
import { MONEY_EVENTS } from '../bank/contract/codes';
import { parseJson } from '../bank/failure-body';
import { Counters, answerTo, type Monitored } from '../monitoring/server';
import { signatureIn, signatures, type Authentication, type Signature } from './authentication';
import { ForeignKeyError, type Ingested } from './ingestion';

export interface ReceiverDependencies {
  readonly authentication: Authentication;
  /** Rejects when the event could not be ingested. */
  readonly ingest: (event: MoneyEvent) => Promise<Ingested>;
  readonly isReady: () => Promise<boolean>;
  /** Warns the operator; a sentence holds nothing of an event. */
  readonly warn: (sentence: string) => void;
}

const BODY_MAX_BYTES = 64 * 1024;

/** Limits on the use of the endpoint: the bank sends a body at once, and a sender that is slower is not the bank. */
export const usualLimits = {
  /** From the connection, or the end of the previous request, to the end of the headers. */
  headersWithinMs: 5_000,
  /** The same, to the end of the body. */
  requestWithinMs: 10_000,
  /** How long a connection may stay open without a request. */
  idleMs: 5_000,
  /** How often these times are looked at. */
  lookEveryMs: 500,
  /** Concurrent connections; more are closed at once. */
  connections: 500,
};

/** The webhook endpoint: answers 2xx to ingested events and ignored kinds, an error to any other delivery. */
export function createReceiver(deps: ReceiverDependencies, limits = usualLimits): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: limits.requestWithinMs,
    keepAliveTimeout: limits.idleMs,
    forceCloseConnections: 'idle',
    // Node checks its time limits only every 30 s by default.
    http: { headersTimeout: limits.headersWithinMs, connectionsCheckingInterval: limits.lookEveryMs },
  });
  app.server.maxConnections = limits.connections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
  app.addHook('onRequest', async ({ raw }) => {
    // The signature covers the raw bytes, whatever content type they claim.
    raw.headers['content-type'] = 'application/octet-stream';
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(deps, error, reply));
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, 404, 'there is nothing here; events go to POST /events'),
  );
  const counted = new Counters('webhook_signatures_total', 'Deliveries by their signature', signatures);
  const tell = atMostOnceAMinute(deps.warn);
  const onSignature = ({ signature, fault }: Signature) => {
    counted.add(signature);
    if (fault !== undefined) tell(fault);
  };
  app.post('/events', (request, reply) => receive(deps, onSignature, request, reply));
  app.get('/health', async (_request, reply) =>
    (await deps.isReady()) ? { status: 'success' } : refuse(reply, 503, 'Temporal cannot be reached'),
  );
  monitorReceiver(app, deps.isReady, counted);
  return app;
}

/** The signature comes first: nothing of an unauthentic delivery is parsed. */
async function receive(
  deps: ReceiverDependencies,
  onSignature: (signature: Signature) => void,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const signature = signatureIn(body, request.headers, deps.authentication);
  if (signature) onSignature(signature);
  if (signature?.fault !== undefined) return refuse(reply, 401, 'the signature is missing or wrong');
  const payload = parseJson(body.toString('utf8'));
  if (payload === undefined) return refuse(reply, 400, 'the body must be JSON');
  if (isOfOtherKind(payload)) {
    deps.warn('An event of a kind that is not handled here was accepted and ignored');
    return reply.code(202).send({ status: 'success', message: 'events of this kind are not handled' });
  }
  const read = readMoneyEvent(payload);
  if ('problems' in read) return refuse(reply, 400, read.problems.join('; '));
  return ingest(deps, read.event, reply);
}

async function ingest(deps: ReceiverDependencies, event: MoneyEvent, reply: FastifyReply) {
  try {
    const ingested = await deps.ingest(event);
    return await reply.send({
      status: 'success',
      message: ingested === 'new' ? 'ingested' : 'known already',
    });
  } catch (error) {
    const why = error instanceof ForeignKeyError ? error.message : 'Temporal did not confirm';
    deps.warn(`An event could not be ingested: ${why}. The bank is asked to deliver it again`);
    return refuse(reply, 503, 'the event could not be ingested now; deliver it again');
  }
}

/** Whether an event is not about money: a second delivery would not help. */
function isOfOtherKind(payload: unknown): boolean {
  const { event } = Object(payload) as { event?: unknown };
  return typeof event === 'string' && event !== '' && !(MONEY_EVENTS as readonly string[]).includes(event);
}

const MINUTE_MS = 60_000;

/** Tells why a delivery is refused, at most once a minute: a sender of many must not fill the log. */
function atMostOnceAMinute(warn: (sentence: string) => void): (sentence: string) => void {
  let [untold, toldAtMs] = [0, -MINUTE_MS];
  return (sentence) => {
    untold += 1;
    if (performance.now() - toldAtMs < MINUTE_MS) return;
    const many = untold > 1 ? ` (${untold} since the last such line)` : '';
    warn(`A delivery was refused with 401${many}: ${sentence}`);
    [untold, toldAtMs] = [0, performance.now()];
  };
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

/** The outcome of a delivery: accepted, refused for good, or to be delivered again. */
const outcomes = ['taken', 'refused', 'failed'] as const;

/** Adds the monitoring routes, and counts deliveries by outcome. */
function monitorReceiver(app: FastifyInstance, isReady: Monitored['isReady'], counted: Counters<string>) {
  const deliveries = new Counters('webhook_deliveries_total', 'Deliveries of events by the bank', outcomes);
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method === 'POST') deliveries.add(outcomeOf(statusCode));
  });
  const monitored = { isReady, metrics: async () => `${String(deliveries)}${String(counted)}` };
  for (const path of ['/healthz', '/readyz', '/metrics'])
    app.get(path, async (_, reply) => {
      const answer = await answerTo(path, monitored);
      return answer && reply.code(answer.status).type(answer.type).send(answer.body);
    });
}

function outcomeOf(status: number): (typeof outcomes)[number] {
  if (status < 400) return 'taken';
  return status < 500 ? 'refused' : 'failed';
}
