import { Acceptor } from '../../../src/activities/authority/acceptor';
import { Starts } from '../../../src/activities/authority/starts';

/** Begins cases by the word of their input, in the mode `open`. */
export const openStarts = new Starts(new Acceptor({ mode: 'open' }));
