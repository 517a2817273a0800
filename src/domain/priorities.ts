/** Whose call goes first within a lane: 1 before 5. Money moves first, then what a person waits for. */
export type Priority = 1 | 2 | 3 | 4;

const MONEY = ['createPayout', 'flushAccount', 'chargeRepayment', 'getPayoutStatus', 'verifyTransaction'];

const PERSONS_ACTIONS = [
  'acceptOffer',
  'declineOffer',
  'agreeToTerms',
  'setDisbursementAccount',
  'submitBoardResolution',
  'inviteGuarantor',
  'submitPostOfferKyc',
];

/** The priority of an activity's task in its queue. Other writes go before other reads, which may wait. */
export function priorityOf(activity: string): Priority {
  if (MONEY.includes(activity)) return 1;
  if (PERSONS_ACTIONS.includes(activity)) return 2;
  return /^(get|list|await|calculate|check)/.test(activity) ? 4 : 3;
}
