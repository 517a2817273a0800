import type { QueryDefinition, UpdateDefinition } from '@temporalio/common';
import { DAY_MS, HOUR_MS } from '../time/clock';

/** How long both secrets sign after a rotation. */
export const ROTATION_MS = DAY_MS;

/** How long an endpoint may take nothing before it is paused. */
export const GIVEN_UP_MS = 3 * DAY_MS;

/** The pause after this many failed tries in a row. */
export const pauseMs = (tries: number): number => Math.min(1_000 * 2 ** (tries - 1), HOUR_MS);

/** The address for posts of events, with the signing secrets, newest first: two during a rotation. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** The failed posts since an endpoint's last success: refused or unanswered. */
interface RelayFailure {
  /** ISO 8601. */
  readonly since: string;
  readonly tries: number;
  readonly last: string;
}

/** The state of a relay, which a run hands over to the next one. */
export interface RelayState {
  readonly endpoint: Endpoint;
  /** The last event that the endpoint accepted; if missing, the relay begins with the next event. */
  readonly position?: number | undefined;
  /** The relay posts all events from this instant on once more; a later instant than its position changes nothing. */
  readonly from?: string | undefined;
  /** When the newest secret was added, ISO 8601; the older one is dropped a day later. */
  readonly rotatedAt?: string | undefined;
  /** The reason why posting is paused; missing while it is not. */
  readonly paused?: string | undefined;
  readonly failure?: RelayFailure | undefined;
}

export interface RelayView extends Omit<RelayState, 'endpoint'> {
  readonly name: string;
  readonly url: string;
  readonly secrets: number;
}

/** The orders to a relay that need no further data. */
export const ENDPOINT_ORDERS = ['test', 'pause', 'resume', 'remove'] as const;
type EndpointOrder = (typeof ENDPOINT_ORDERS)[number];

/** The orders that people give to a relay. */
export type RelayCommand =
  | { [O in EndpointOrder]: { readonly do: O } }[EndpointOrder]
  | { readonly do: 'rotate'; readonly secret: string }
  | { readonly do: 'replay'; readonly from: string }
  | { readonly do: 'resend'; readonly id: string };

/** A relay's order to post every event after a position, until the relay cancels it. */
export interface RelayRequest extends Pick<RelayState, 'endpoint' | 'position' | 'from'> {
  /** Whether its last post failed; then the activity returns with its first success. */
  readonly isFailing: boolean;
}

/** The endpoint's last accepted event, and why it did not accept the next one. */
export interface Relayed {
  readonly position: number;
  readonly failure?: string;
}

/** A request to post one event: by its id, or without one a test event. */
export interface SingleRequest {
  readonly endpoint: Endpoint;
  readonly id?: string | undefined;
}

export const relayId = (name: string): string => `relay:${name}`;

export const relayQuery = { type: 'query', name: 'relay' } as QueryDefinition<RelayView>;

/** Answers with the relay's new state; for a single event, also why the endpoint did not accept it. */
export const relayUpdate = { type: 'update', name: 'relay' } as UpdateDefinition<
  { readonly view: RelayView; readonly failure?: string | undefined },
  [RelayCommand]
>;
