/** Workflows, and the local activities that touch nothing outside. */
export const WORKFLOW_QUEUE = 'orchestrator';
/** Calls of the bank that a person waits for: money submissions, officers' actions. */
export const URGENT_QUEUE = 'bank-urgent';
/** Calls of the bank that may wait. */
export const ROUTINE_QUEUE = 'bank-routine';
/** Waits for the bank: most attempts cost no call, since one read settles many. */
export const WATCH_QUEUE = 'bank-watch';
/** Posts of events, which need no keeper: every worker takes them. */
export const EVENTS_QUEUE = 'events';

/** The name under which Temporal keeps the builds of our workers and routes workflows to them. */
export const WORKER_DEPLOYMENT = 'orchestrator';
