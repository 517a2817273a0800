/**
 * What is known about the send of a payout. Once a send went unanswered, neither a refusal nor a read that finds
 * nothing makes the payout unsent: only the bank's own record or a person's evidence settles it. A `duplicate` is one
 * that the bank refused because it has a payout under the reference, perhaps ours: another refusal, say for lack of the
 * money that it took, tells nothing of that.
 */
export type SendState = 'neverSent' | 'refused' | 'duplicate' | 'unanswered' | 'taken';

/** What an attempt to send, or a read after it, has told; `another`: the reference belongs to another payout. */
export type SendEvent = 'refused' | 'duplicate' | 'unanswered' | 'taken' | 'another';

/** The state after an event. */
export function afterSend(state: SendState, event: SendEvent): SendState {
  if (state === 'taken' || event === 'taken') return 'taken';
  if (state === 'unanswered' || (state === 'duplicate' && event === 'refused')) return state;
  return event === 'another' ? 'refused' : event;
}

/** Whether the payout is known to be unsent: then it may be abandoned or approved anew. */
export const isUnsent = (state: SendState): boolean => state === 'neverSent' || state === 'refused';
