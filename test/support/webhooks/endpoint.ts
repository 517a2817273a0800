import type { FastifyInstance } from 'fastify';
import type { MoneyEvent } from '../../../src/domain/money/bank-events';
import type { Authentication } from '../../../src/webhooks/authentication';
import { createReceiver, usualLimits } from '../../../src/webhooks/receiver';
import { SECRET, signed } from './payload';

/** A webhook endpoint on a free port, with a Temporal that can be taken away. */
export class TestEndpoint {
  readonly ingested: MoneyEvent[] = [];
  readonly warnings: string[] = [];
  isTemporalThere = true;
  url = '';
  private readonly app: FastifyInstance;

  constructor(authentication: Authentication = { secret: SECRET }, limits?: typeof usualLimits) {
    const dependencies = {
      authentication,
      isReady: async () => this.isTemporalThere,
      warn: (sentence: string) => this.warnings.push(sentence),
      ingest: (event: MoneyEvent) => this.ingest(event),
    };
    this.app = createReceiver(dependencies, limits);
  }

  async start(): Promise<void> {
    this.url = await this.app.listen({ port: 0, host: '127.0.0.1' });
  }

  stop = () => this.app.close();

  /** Forgets what earlier tests did. */
  reset(): void {
    this.ingested.length = 0;
    this.warnings.length = 0;
    this.isTemporalThere = true;
  }

  async post(body: Buffer | string, headers: Record<string, string> = {}, path = '/events') {
    const reply = await fetch(`${this.url}${path}`, { method: 'POST', body, headers });
    return { status: reply.status, body: (await reply.json()) as { message: string } };
  }

  /** Posts a delivery with its right signature. */
  deliver(body: unknown, more: Record<string, string> = {}) {
    const delivery = signed(body);
    return this.post(delivery.body, { ...delivery.headers, ...more });
  }

  private async ingest(event: MoneyEvent): Promise<'new' | 'known'> {
    if (!this.isTemporalThere) throw new Error('14 UNAVAILABLE: Ada Obi');
    const isKnown = this.ingested.some(({ uniqueRef }) => uniqueRef === event.uniqueRef);
    this.ingested.push(event);
    return isKnown ? 'known' : 'new';
  }
}
