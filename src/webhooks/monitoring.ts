import type { FastifyInstance } from 'fastify';
import { Counters } from '../monitoring/counters';
import { answerTo, type Monitored } from '../monitoring/server';

/** What becomes of a delivery: taken, refused for good, or to be delivered again. */
const outcomes = ['taken', 'refused', 'failed'] as const;

/** Lets the receiver be asked about itself, and counts deliveries by what became of them. */
export function monitorReceiver(app: FastifyInstance, isReady: Monitored['isReady']): void {
  const deliveries = new Counters('webhook_deliveries_total', 'Deliveries of events by the bank', outcomes);
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method === 'POST') deliveries.add(outcomeOf(statusCode));
  });
  const monitored = { isReady, metrics: async () => String(deliveries) };
  for (const path of ['/healthz', '/readyz', '/metrics'])
    app.get(path, async (_, reply) => {
      const answer = await answerTo(path, monitored);
      return reply
        .code(answer?.status ?? 404)
        .type(answer?.type ?? 'text/plain')
        .send(answer?.body);
    });
}

function outcomeOf(status: number): (typeof outcomes)[number] {
  if (status < 400) return 'taken';
  return status < 500 ? 'refused' : 'failed';
}
