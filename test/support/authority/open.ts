import type { Client } from '@temporalio/client';
import { Acceptor } from '../../../src/activities/authority/acceptor';
import { createAuthorityActivities, Starts } from '../../../src/activities/authority/activities';

/** Takes each caller at their word: a message names its own actor, and no key is asked for. */
const acceptor = new Acceptor({ mode: 'open' });

/** Begins cases by the word of their input. */
export const openStarts = new Starts(acceptor);

/**
 * The activities with which workers accept commands by the word of the message: for tests that make their workers by
 * hand, and are about something else.
 */
export const openAuthority = (client: Client) => createAuthorityActivities(acceptor, client);
