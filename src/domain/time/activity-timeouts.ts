/** Longest time of one attempt of a call, in seconds: after it, a killed worker's call is unanswered. */
export const CALL_TIMEOUT_SECONDS = 30;

/**
 * Longest time of an attempt at a write that must not happen twice: it may take one call's time to ask
 * whether it still counts, and another for the call.
 */
export const ONCE_TIMEOUT_SECONDS = 2 * CALL_TIMEOUT_SECONDS;

/** Longest time of one attempt at checking a batch: it resolves as many accounts as the rate limit has room for. */
export const BATCH_CHECK_TIMEOUT_SECONDS = 120;

/** Longest time of one attempt of an upload of up to 10 MB. */
export const UPLOAD_TIMEOUT_SECONDS = 120;

/** Business seconds to let pass before a read may prove that an unanswered write left no trace. */
export const GRACE_SECONDS = 60;

/** How many reads in a row must find nothing before a write counts as absent. */
export const READS_TO_PROVE_ABSENCE = 2;

/** Business seconds during which the bank may refuse, in any words, a record that it has just created. */
export const UNKNOWN_YET_SECONDS = 600;

/** Sends of a write without a reply and without a trace, before a person is asked. */
export const SENDS_BEFORE_ATTENTION = 3;

/** Longest time a scheduled job of many calls may take, in seconds: many windows of the rate limit. */
export const SCHEDULED_JOB_TIMEOUT_SECONDS = 12 * 3_600;

/** Seconds without a heartbeat after which another worker begins a scheduled job anew. */
export const SCHEDULED_JOB_MISSED_SECONDS = 30;

/** A poll whose next date is nearer than this stays open, in seconds; any other ends and comes again. */
export const OPEN_POLL_SECONDS = 300;

/** Longest time of one attempt of a poll, in seconds: until its date, and as long again for a spare read. */
export const POLL_TIMEOUT_SECONDS = 2 * OPEN_POLL_SECONDS + 2 * CALL_TIMEOUT_SECONDS;

/** Seconds without a heartbeat after which another worker takes up a poll. */
export const POLL_MISSED_SECONDS = 30;

/** Longest write to the audit, in seconds: two attempts fit into a workflow task. */
export const AUDIT_TIMEOUT_SECONDS = 3;

/** Longest stretch of posting events to an endpoint, in seconds: an hour, and the last post. */
export const RELAY_TIMEOUT_SECONDS = 3_600 + 2 * CALL_TIMEOUT_SECONDS;

/** Seconds without a heartbeat after which another worker takes over the posting. */
export const RELAY_MISSED_SECONDS = 5;
