import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { SIGNATURE_HEADER } from '../../src/bank/contract/codes';
import { moneyEventId, type MoneyEvent } from '../../src/domain/money/bank-events';
import { startReceiver } from '../../stack/program-process';
import { log } from '../report';
import type { TestEnvironment } from '../test-environment';
import { Pair } from './pair';

/** Payouts come all the time, and each is an event; a refused one is delivered again within that time. */
const PATIENCE_MS = 2 * 60_000;
const LOOK_MS = 100;
const REFUSED = 401;

/** Two receivers of the bank's events, and how the secret that signs those takes another's place, as docs/OPERATIONS.md says. */
export class Receivers {
  /** Receivers that still took what was signed with a replaced secret. */
  stillTaken = 0;
  /** Deliveries refused while only the bank had the new secret. */
  private refusedMeanwhile = 0;

  private constructor(
    private readonly environment: TestEnvironment,
    private readonly pair: Pair,
    /** As the receivers get them when they start. */
    private readonly settings: { WEBHOOK_SECRET: string; WEBHOOK_SECRET_OTHER: string },
  ) {}

  static async open(environment: TestEnvironment): Promise<Receivers> {
    const { temporal, encryptionKeys } = environment.stack;
    const settings = { WEBHOOK_SECRET: randomUUID(), WEBHOOK_SECRET_OTHER: '' };
    const pair = await Pair.at((port) =>
      startReceiver(
        { port, secret: settings.WEBHOOK_SECRET },
        { temporal, encryptionKeys, logLevel: 'error', settings },
      ),
    );
    await pair.startAll();
    const receivers = new Receivers(environment, pair, settings);
    receivers.bankHas({
      url: `http://127.0.0.1:${pair.port}/events`,
      signature_secret: settings.WEBHOOK_SECRET,
    });
    return receivers;
  }

  rotations(): Readonly<Record<string, () => Promise<void>>> {
    return {
      WEBHOOK_SECRET: () => this.change(),
      'WEBHOOK_SECRET, which the bank changes first': () => this.follow(),
    };
  }

  /** What became of the bank's deliveries, once it has none left to make. */
  async counted() {
    const { sandbox, client } = this.environment;
    await this.until(() => sandbox.deliveries.toJSON().pending === 0);
    const { deliveries } = sandbox.deliveries.toJSON();
    const events = new Map(deliveries.map(({ eventId, eventType }) => [eventId, eventType]));
    let lost = 0;
    for (const [uniqueRef, event] of events) {
      const id = moneyEventId({ event: event as MoneyEvent['event'], uniqueRef });
      const isKept = await client.workflow
        .getHandle(id)
        .describe()
        .catch((error: unknown) => {
          if (error instanceof WorkflowNotFoundError) return undefined;
          throw error;
        });
      if (isKept) continue;
      lost += 1;
      log(`  ${id} was not kept`);
    }
    const { refusedMeanwhile } = this;
    return { moneyEvents: events.size, refused: this.refused() - refusedMeanwhile, refusedMeanwhile, lost };
  }

  close(): Promise<void> {
    return this.pair.close();
  }

  /** As where the bank tells its next secret before it signs with it. */
  private async change(): Promise<void> {
    const [before, next] = [this.settings.WEBHOOK_SECRET, randomUUID()];
    await this.restartWith(next, before);
    await this.nextDelivery();
    this.bankHas({ signature_secret: next });
    await this.nextDelivery();
    await this.restartWith(next);
    await this.tryWith(before);
  }

  /** As where the bank signs with its next secret as soon as it tells it. */
  private async follow(): Promise<void> {
    const [before, next] = [this.settings.WEBHOOK_SECRET, randomUUID()];
    const refusedBefore = this.refused();
    this.bankHas({ signature_secret: next });
    await this.until(() => this.refused() > refusedBefore);
    await this.restartWith(next);
    this.refusedMeanwhile += this.refused() - refusedBefore;
    await this.tryWith(before);
  }

  private async restartWith(secret: string, other = ''): Promise<void> {
    Object.assign(this.settings, { WEBHOOK_SECRET: secret, WEBHOOK_SECRET_OTHER: other });
    await this.pair.restartInTurn();
  }

  private bankHas(changes: Partial<TestEnvironment['sandbox']['state']['webhook']>): void {
    const { state } = this.environment.sandbox;
    state.webhook = { ...state.webhook, ...changes };
  }

  private async nextDelivery(): Promise<void> {
    const before = this.answered().length;
    await this.until(() => this.answered().length > before);
  }

  private async tryWith(secret: string): Promise<void> {
    const body = JSON.stringify({ event: 'of no kind that is handled' });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    for (const port of this.pair.ports) {
      const headers = { [SIGNATURE_HEADER]: signature };
      const { status } = await fetch(`http://127.0.0.1:${port}/events`, { method: 'POST', headers, body });
      if (status !== REFUSED) this.stillTaken += 1;
    }
  }

  private refused(): number {
    return this.answered().filter(({ outcome }) => outcome === REFUSED).length;
  }

  private answered() {
    const { deliveries } = this.environment.sandbox.deliveries.toJSON();
    return deliveries.filter(({ outcome }) => typeof outcome === 'number');
  }

  /** Or until it has lasted too long, which the counts then show. */
  private async until(reached: () => boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (!reached() && performance.now() < deadline) await sleep(LOOK_MS);
  }
}
