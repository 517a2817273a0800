import { loanLostReplies } from './loan-lost-replies';
import type { Run } from './run';

/** The runs, by the name under which they are called. */
export const runs: Readonly<Record<string, Run>> = {
  'loan-lost-replies': loanLostReplies,
};
