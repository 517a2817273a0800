import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  GIVEN_UP_MS,
  pauseMs,
  relayQuery,
  relayUpdate,
  type RelayCommand,
  type Relayed,
  type RelayState,
  type RelayView,
  ROTATION_MS,
} from '../../domain/events/relay';
import { attributeKey } from '../../domain/wire/search-attributes';
import { relaying } from '../activity-proxies';

const NEEDS_ATTENTION = attributeKey('NeedsAttention');
/** Turns after which a relay goes on in a new run. */
const RELAY_TURNS_MAX = 200;

const now = () => new Date().toISOString();
const isOver = (since: string, ms: number) => Date.now() - Date.parse(since) >= ms;

/** Posts the events to one endpoint, in their order, until it is removed. One workflow for each endpoint: none waits for another. */
export async function eventRelayWorkflow(given: RelayState): Promise<void> {
  const relay = new Relay(given);
  setHandler(relayQuery, () => relay.view);
  setHandler(relayUpdate, async (command) => {
    const failure = await relay.take(command);
    return { view: relay.view, failure };
  });
  while (!relay.isRemoved && relay.turns < RELAY_TURNS_MAX) await relay.turn();
  await condition(allHandlersFinished);
  if (!relay.isRemoved) await continueAsNew<typeof eventRelayWorkflow>(relay.state);
}

class Relay {
  isRemoved = false;
  turns = 0;
  private scope = new CancellationScope();
  private isTold = false;
  /** Settles once the posting that was begun has ended. */
  private posted: Promise<unknown> = Promise.resolve();

  constructor(public state: RelayState) {}

  get view(): RelayView {
    const { endpoint, ...state } = this.state;
    const { name, url, secrets } = endpoint;
    return { name, url, secrets: secrets.length, ...state };
  }

  /** One stretch of posting, or of waiting, which a command ends. */
  async turn(): Promise<void> {
    this.turns++;
    this.isTold = false;
    this.endRotation();
    if (this.state.paused !== undefined) return this.untilTold();
    const told = await this.post();
    if (!told) return;
    this.learn(told);
    const { failure } = this.state;
    if (!failure) return;
    if (isOver(failure.since, GIVEN_UP_MS)) this.giveUp(failure.last);
    else await this.untilTold(pauseMs(failure.tries));
  }

  /** Answers once the posting begun before has ended. @returns why a single event was not taken */
  async take(command: RelayCommand): Promise<string | undefined> {
    const { posted } = this;
    const { endpoint } = this.state;
    this.turns++;
    if (command.do === 'test') return relaying.relayOne({ endpoint });
    if (command.do === 'resend') return relaying.relayOne({ endpoint, id: command.id });
    this.state = { ...this.state, ...this.changesBy(command) };
    // Cancels the posting, which then reports how far it came.
    this.isTold = true;
    this.scope.cancel();
    await posted;
    return undefined;
  }

  private changesBy(command: Exclude<RelayCommand, { do: 'test' | 'resend' }>): Partial<RelayState> {
    const { endpoint } = this.state;
    switch (command.do) {
      case 'rotate':
        return {
          endpoint: { ...endpoint, secrets: [command.secret, ...endpoint.secrets.slice(0, 1)] },
          rotatedAt: now(),
        };
      case 'replay':
        return { from: command.from };
      case 'pause':
        return { paused: 'by a person' };
      case 'resume':
        upsertSearchAttributes([{ key: NEEDS_ATTENTION, value: false }]);
        return { failure: undefined, paused: undefined };
      case 'remove':
        this.isRemoved = true;
        return {};
    }
  }

  private async untilTold(ms?: number): Promise<void> {
    if (ms === undefined) await condition(() => this.isTold);
    else await condition(() => this.isTold, ms);
  }

  private async post(): Promise<Relayed | undefined> {
    const { endpoint, position, from, failure } = this.state;
    this.scope = new CancellationScope();
    try {
      const posting = this.scope.run(() =>
        relaying.relayEvents({ endpoint, position, from, isFailing: failure !== undefined }),
      );
      this.posted = posting.catch(() => undefined);
      const told = await posting;
      if (this.state.from === from) this.state = { ...this.state, from: undefined };
      return told;
    } catch (error) {
      if (isCancellation(error)) return undefined;
      throw error;
    }
  }

  private learn({ position, failure: last }: Relayed): void {
    const { failure: before, position: from } = this.state;
    const { since = now(), tries = 0 } = (from === position ? before : undefined) ?? {};
    const failure = last === undefined ? undefined : { since, tries: tries + 1, last };
    this.state = { ...this.state, position, failure };
  }

  private giveUp(last: string): void {
    const { name } = this.state.endpoint;
    log.error(`The endpoint ${name} has taken no event for three days (${last}): it is paused`);
    upsertSearchAttributes([{ key: NEEDS_ATTENTION, value: true }]);
    this.state = { ...this.state, paused: `it took nothing for three days: ${last}` };
  }

  private endRotation(): void {
    const { rotatedAt, endpoint } = this.state;
    if (rotatedAt === undefined || !isOver(rotatedAt, ROTATION_MS)) return;
    const secrets = endpoint.secrets.slice(0, 1);
    this.state = { ...this.state, rotatedAt: undefined, endpoint: { ...endpoint, secrets } };
  }
}
