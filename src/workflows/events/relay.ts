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
    return { view: relay.view, ...(failure !== undefined && { failure }) };
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
    const {
      endpoint: { name, url, secrets },
      ...state
    } = this.state;
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
    const failure = await this.carryOut(command);
    if (command.do !== 'test' && command.do !== 'resend') await posted;
    return failure;
  }

  private async carryOut(command: RelayCommand): Promise<string | undefined> {
    const { endpoint, failure: _failed, paused: _paused, ...working } = this.state;
    this.turns++;
    switch (command.do) {
      case 'test':
        return relaying.relayOne({ endpoint });
      case 'resend':
        return relaying.relayOne({ endpoint, id: command.id });
      case 'rotate': {
        const secrets = [command.secret, ...endpoint.secrets.slice(0, 1)];
        this.change({ ...this.state, endpoint: { ...endpoint, secrets }, rotatedAt: now() });
        return undefined;
      }
      case 'replay':
        this.change({ ...this.state, from: command.from });
        return undefined;
      case 'pause':
        this.change({ ...this.state, paused: 'by a person' });
        return undefined;
      case 'resume':
        upsertSearchAttributes([{ key: NEEDS_ATTENTION, value: false }]);
        this.change({ ...working, endpoint });
        return undefined;
      case 'remove':
        this.isRemoved = true;
        this.change(this.state);
        return undefined;
    }
  }

  /** Cancels the posting, which then reports how far it came. */
  private change(state: RelayState): void {
    this.state = state;
    this.isTold = true;
    this.scope.cancel();
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
        relaying.relayEvents({
          endpoint,
          ...(position !== undefined && { position }),
          ...(from !== undefined && { from }),
          ...(failure && { isFailing: true }),
        }),
      );
      this.posted = posting.catch(() => undefined);
      const told = await posting;
      if (this.state.from === from) {
        const { from: _done, ...rest } = this.state;
        this.state = rest;
      }
      return told;
    } catch (error) {
      if (isCancellation(error)) return undefined;
      throw error;
    }
  }

  private learn({ position, failure: last }: Relayed): void {
    const { failure: before, position: from, ...rest } = this.state;
    const goesOn = before !== undefined && from === position;
    const failure =
      last === undefined
        ? undefined
        : { since: goesOn ? before.since : now(), tries: goesOn ? before.tries + 1 : 1, last };
    this.state = { ...rest, position, ...(failure && { failure }) };
  }

  private giveUp(last: string): void {
    const { name } = this.state.endpoint;
    log.error(`The endpoint ${name} has taken no event for three days (${last}): it is paused`);
    upsertSearchAttributes([{ key: NEEDS_ATTENTION, value: true }]);
    this.state = { ...this.state, paused: `it took nothing for three days: ${last}` };
  }

  private endRotation(): void {
    const { rotatedAt, ...rest } = this.state;
    if (rotatedAt === undefined || !isOver(rotatedAt, ROTATION_MS)) return;
    const { endpoint } = this.state;
    this.state = { ...rest, endpoint: { ...endpoint, secrets: endpoint.secrets.slice(0, 1) } };
  }
}
