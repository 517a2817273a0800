/** The name under which Temporal keeps the builds of our workers, and which of them gets what. */
export const WORKER_DEPLOYMENT = 'orchestrator';
