/** Longest time of one attempt of a call, in seconds: after it, a killed worker's call is unanswered. */
export const CALL_TIMEOUT_SECONDS = 30;

/** A poll whose next date is nearer than this stays open, in seconds; any other ends and comes again. */
export const OPEN_POLL_SECONDS = 300;

/** Business seconds to let pass before a read may prove that an unanswered write left no trace. */
export const GRACE_SECONDS = 60;

/** Business seconds during which the bank may refuse, in any words, a record that it has just created. */
export const UNKNOWN_YET_SECONDS = 600;
