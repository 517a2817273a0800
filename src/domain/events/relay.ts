import type { QueryDefinition, UpdateDefinition } from '@temporalio/common';

/** Where events are posted, and the secrets that sign them: two while one takes the other's place, the newest first. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** Posts to an endpoint that were refused, or got no answer, without a success since. */
interface RelayFailure {
  /** ISO 8601. */
  readonly since: string;
  readonly tries: number;
  readonly last: string;
}

/** What a relay goes by, as a run hands it over to the next one. */
export interface RelayState {
  readonly endpoint: Endpoint;
  /** The last event that the endpoint has taken; left out, it begins with what comes next. */
  readonly position?: number;
  /** It is to be told everything from this instant on once more; an instant that it has not come to skips nothing. */
  readonly from?: string;
  /** When the newest secret came, ISO 8601: a day later the other one goes. */
  readonly rotatedAt?: string;
  /** Why nothing is posted now. */
  readonly paused?: string;
  readonly failure?: RelayFailure;
}

/** A relay as people see it. */
export interface RelayView extends Omit<RelayState, 'endpoint'> {
  readonly name: string;
  readonly url: string;
  readonly secrets: number;
}

/** What is asked of a relay in one word. */
export const ENDPOINT_ORDERS = ['test', 'pause', 'resume', 'remove'] as const;
type EndpointOrder = (typeof ENDPOINT_ORDERS)[number];

/** What people ask of a relay. */
export type RelayCommand =
  | { readonly do: EndpointOrder }
  | { readonly do: 'rotate'; readonly secret: string }
  | { readonly do: 'replay'; readonly from: string }
  | { readonly do: 'resend'; readonly id: string };

/** What a relay wants posted: everything behind a position, until it is told to stop. */
export interface RelayRequest {
  readonly endpoint: Endpoint;
  readonly position?: number;
  readonly from?: string;
  /** Its last post was not taken: the first one that is says so at once. */
  readonly isFailing?: boolean;
}

/** How far an endpoint has been told, and why the next event was not taken. */
export interface Relayed {
  readonly position: number;
  readonly failure?: string;
}

/** One event by its id, or one that tells of nothing. */
export interface SingleRequest {
  readonly endpoint: Endpoint;
  readonly id?: string;
}

export const relayId = (name: string): string => `relay:${name}`;

export const relayQuery = { type: 'query', name: 'relay' } as QueryDefinition<RelayView>;

/** Answers how the relay stands then; of a single event, why it was not taken. */
export const relayUpdate = { type: 'update', name: 'relay' } as UpdateDefinition<
  { readonly view: RelayView; readonly failure?: string },
  [RelayCommand]
>;
