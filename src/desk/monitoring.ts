import type { FastifyInstance } from 'fastify';
import { Counters } from '../monitoring/counters';
import { isTemporalAnswering, type Monitored } from '../monitoring/server';
import type { TemporalClient } from '../temporal/connection';
import type { Events } from './events';

const AGE = 'desk_copy_age_seconds';

/** What a desk tells about itself: it can work while Temporal and the database answer. */
export function monitoredDesk(app: FastifyInstance, client: TemporalClient, events: Events): Monitored {
  const requests = new Counters('desk_requests_total', 'Requests by outcome', [
    'answered',
    'refused',
    'failed',
  ]);
  app.addHook('onResponse', async (_request, { statusCode }) => {
    requests.add(statusCode >= 500 ? 'failed' : statusCode >= 400 ? 'refused' : 'answered');
  });
  return {
    async isReady() {
      const [isThere] = await Promise.all([isTemporalAnswering(client), events.freshness()]);
      return isThere;
    },
    metrics: async () => `${requests.toString()}${await ageOfCopy(events)}`,
  };
}

/** A copy that was never complete is infinitely old; where the database does not answer, nothing is known of it. */
async function ageOfCopy(events: Events): Promise<string> {
  const freshness = await events.freshness().catch(() => undefined);
  if (!freshness) return '';
  const { readAt } = freshness;
  const age = readAt === undefined ? '+Inf' : (Date.now() - Date.parse(readAt)) / 1_000;
  return `# HELP ${AGE} Age of the copy of the cases\n# TYPE ${AGE} gauge\n${AGE} ${age}\n`;
}
