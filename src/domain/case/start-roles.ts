import { ANSWERING } from './casework';
import type { Role } from './commands';

/** What people start. */
export type Startable = 'loan' | 'enrolment' | 'payout' | 'flush' | 'batch' | 'limits';

const OPERATORS = ['operator', 'supervisor'] as const;

/** The roles that may start each kind of case. */
export const startRoles: Readonly<Record<Startable, readonly Role[]>> = {
  loan: ANSWERING,
  enrolment: ANSWERING,
  payout: [...OPERATORS, 'officer'],
  flush: OPERATORS,
  batch: OPERATORS,
  limits: OPERATORS,
};

/** The kinds of case of which the input names the person who made it. */
export const MADE_BY_PEOPLE: readonly Startable[] = ['payout', 'flush', 'batch', 'limits'];
