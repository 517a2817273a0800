import type { Client } from '../service/client';
import type { DocumentStore } from './document-store';
import { createServiceActivities, type ServiceActivities } from './operations';
import { createPolls, type Polls } from './polls';

/** What the activities need of the outside. */
export interface ActivityDependencies {
  readonly service: Client;
  readonly documents: DocumentStore;
}

/** Everything that touches the outside, as workflows see it. */
export type Activities = ServiceActivities & Polls;

export const createActivities = ({ service, documents }: ActivityDependencies): Activities => ({
  ...createServiceActivities(service, documents),
  ...createPolls(service),
});
