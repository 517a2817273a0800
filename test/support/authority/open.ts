import type { Client } from '@temporalio/client';
import { Acceptor } from '../../../src/activities/authority/acceptor';
import { createAuthorityActivities } from '../../../src/activities/authority/activities';
import { Starts } from '../../../src/activities/authority/starts';

/** Takes everybody at their word. */
const acceptor = new Acceptor({ mode: 'open' });

/** Begins cases by the word of their input. */
export const openStarts = new Starts(acceptor);

/** The activities of a worker that reads who asks from the input alone. */
export const openAuthority = (client: Client) => createAuthorityActivities(acceptor, client);
