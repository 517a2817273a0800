import type { ReadingName } from '../../bank/contract/readings';
import type { Refusal } from '../../bank/contract/refusals';
import type { BankState } from '../bank-state';
import { refuse, type OutgoingRefusal } from '../refused';

/** What this bank says when another bank cannot be reached; nothing where it finds out later. */
const answers: Record<ReadingName<'unreachableBank'>, OutgoingRefusal | 'documented' | 'accepted'> = {
  'documented-words': 'documented',
  'other-words': { status: 402, message: 'Destination institution not available at the moment' },
  unavailable: { status: 503, message: 'Service temporarily unavailable' },
  'accepted-then-failed': 'accepted',
};

/** Refuses because another bank cannot be reached, unless this bank accepts what it cannot deliver. */
export function refuseUnreachable(state: BankState, documented: Refusal): void {
  const answer = answers[state.readings.of('unreachableBank')];
  if (answer !== 'accepted') refuse(answer === 'documented' ? documented : answer);
}
