/** The task queue of stand-ins of loan applications. */
export const APPLICATIONS_QUEUE = 'applications';
