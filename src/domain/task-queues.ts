/** Where workflows run, and the local activities that touch nothing outside. */
export const WORKFLOW_QUEUE = 'orchestrator';
/** Calls of the service that somebody waits for: money submissions, officers' actions. */
export const URGENT_LANE = 'service-urgent';
/** Calls of the service that may wait. */
export const ROUTINE_LANE = 'service-routine';
/** Waits for the service: most attempts cost no call, since one read settles many. */
export const WATCH_LANE = 'service-watch';
