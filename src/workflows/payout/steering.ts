import { amendRefusal } from '../../domain/payout/order';
import { namedAccount, type PayoutCommands, type ReopenedPayoutCommands } from '../../domain/payout/commands';
import { approvalAfter, payoutConfirmation, rulesOf, USUAL_PAYOUT_POLICY } from '../../domain/payout/policy';
import type { AnyCommand, CommandPolicy, Guard, Guards, Handlers } from '../case/commands/behaviour';
import { refused } from '../case/commands/receipts';
import { isOutcomeUnknown } from '../case/failures';
import { requireUnsent } from '../case/send-once';
import type { PayoutCase } from './payout-case';
import type { FollowedPayout } from './returned-money';

export const payoutHandlers = (payout: PayoutCase): Handlers<PayoutCommands> => ({
  approve: (command) => payout.approval.approve(command),
  reject: ({ reason }) => payout.stop('CANCELLED', reason),
  amend: (command) => payout.amend(command, command),
  cancel: ({ reason }) => payout.stop('CANCELLED', reason),
  hold: ({ actor, reason }) => payout.holdBack(actor, reason),
  release: ({ actor, reason }) => payout.letGo(actor, reason),
  resolveAttention: (command) => payout.resolution.record(command),
});

export const payoutGuards = (payout: PayoutCase): Guards<PayoutCommands> => ({
  approve: { content: (command) => payout.approval.refusal(command) },
  amend: {
    now: () => whyNoAmendment(payout),
    content: (command) => amendRefusal(payout, command),
    subject: () => ({ content: payout.amendments }),
  },
  confirmName: {
    // The gate counts no word for the name that is older than a change.
    subject: () => ({
      ...namedAccount(payout.input.beneficiary, payout.nameOnAccount ?? ''),
      content: payout.amendments,
    }),
  },
  hold: { now: () => whyNotUndone(payout) ?? payout.holds.whyNoHold(), ...whileBack(payout) },
  release: {
    now: () => payout.holds.whyNoRelease(),
    content: ({ actor }) => payout.holds.whyNotBy(actor, payout.makers),
  },
  cancel: { now: () => whyNotUndone(payout), ...unlessSentBefore(payout) },
  reject: { now: () => whyNotUndone(payout), ...unlessSentBefore(payout) },
  resolveAttention: { now: () => whyNoResolution(payout), subject: () => sendingOf(payout) },
  retry: { subject: () => sendingOf(payout) },
});

const sendingOf = ({ standing, sending }: PayoutCase) => ({ ...standing, send: sending.send });

export const payoutCommandPolicy = (
  payout: FollowedPayout,
): CommandPolicy<AnyCommand<PayoutCommands> | AnyCommand<ReopenedPayoutCommands>> => {
  const policy = () => ({ ...USUAL_PAYOUT_POLICY, ...(payout.isParsed && payout.input.policy) });
  // The approval of its batch counts for a payout as well.
  const isOfBatch = () => 'preApproval' in payout && payout.preApproval !== undefined;
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) =>
      payoutConfirmation(policy(), { ...command, isInDoubt: isInDoubt(payout) }, payout.atMostKobo),
    approvalAfter: (name) => (isOfBatch() ? undefined : approvalAfter(policy(), name, payout.atMostKobo)),
    // The amount of a flush is not known before the bank says it.
    rules: (name) => (isOfBatch() || payout.atMostKobo === Infinity ? undefined : rulesOf(name, policy())),
    makers: () => payout.makers,
    expiresHours: () => policy().approvalExpiresHours,
  };
};

const whileBack = ({ recall }: PayoutCase): Pick<Guard<never>, 'around'> => ({
  around: (decide) => recall.whileBack(decide),
});

/** An earlier run that ended, or lost its history, may have sent what this run holds to be unsent. */
const unlessSentBefore = ({ recall, definition }: PayoutCase): Pick<Guard<never>, 'around'> => ({
  around: (decide) =>
    recall.whileBack(async () => {
      await requireUnsent({ reference: definition.reference, byOtherRun: true }).catch((error: unknown) => {
        throw isOutcomeUnknown(error) ? refused(SENT_BEFORE) : error;
      });
      return decide();
    }),
});

const SENT_BEFORE =
  'An earlier run of it may have sent it. Let it go on (approve or release it): the bank is asked what it has under the reference before anything is sent.';

/** An adopted payout counts as sent until the earlier run's history was read. */
const whyNotUndone = ({ isUnsent }: PayoutCase): string | undefined =>
  isUnsent ? undefined : 'It may have been sent already.';

const isInDoubt = ({ isUnsent, stage }: FollowedPayout): boolean => !isUnsent && stage === 'SUBMITTING';

function whyNoAmendment({ preApproval, isParsed }: PayoutCase): string | undefined {
  if (preApproval) return 'It was approved with its batch and cannot be changed.';
  return isParsed ? undefined : 'It is still being read.';
}

function whyNoResolution({ attention, isUnsent, sending, stage }: PayoutCase): string | undefined {
  if (isUnsent) return 'The bank has not taken it: nothing is unclear.';
  if (sending.isOnItsWay) return 'It is on its way to the bank: look again once the bank has answered.';
  return attention || stage === 'SUBMITTING' ? undefined : 'Nothing needs attention.';
}
