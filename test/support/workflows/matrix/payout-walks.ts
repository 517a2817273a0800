import type { PayoutStage } from '../../../../src/domain/payout/stages';
import { exit, lost, refused, type Walk } from './walk';

const ofPayout = (stage: PayoutStage, what: string, title: string) =>
  exit(stage, what, title, 'payout/payout');

/** The stages of a payout. */
export const payoutWalks: readonly Walk[] = [
  ofPayout('PREPARING', 'CANCELLED', '%s waits for a person, who may cancel'),
  refused('PREPARING', 'resolveAccount', '%s waits for a person, who may cancel', 'payout/payout'),
  exit('APPROVAL', 'CANCELLED when it is rejected', '%s cannot approve', 'payout/approval'),
  exit(
    'APPROVED',
    'back to APPROVAL',
    'an approved payout that is held back for too long has to be approved again',
    'payout/approval',
  ),
  ofPayout('SUBMITTING', 'CANCELLED', 'a refused payout is abandoned by a supervisor only'),
  refused(
    'SUBMITTING',
    'createPayout',
    'a refused payout waits, and is sent again by a retry',
    'payout/payout',
  ),
  refused(
    'SUBMITTING',
    'createPayout: duplicate reference',
    'when the reference was used before with another %s, it needs attention and can be abandoned',
    'payout/lost-replies',
  ),
  lost(
    'SUBMITTING',
    'createPayout',
    'a payout is committed once when the reply to it is hit by %s',
    'payout/lost-replies',
  ),
  lost(
    'SUBMITTING',
    'createPayout, and no trace to be seen',
    'a payout is committed once when the reply to it is lost, and the payout cannot be seen for a while',
    'payout/lost-replies',
  ),
  ofPayout('PENDING', 'SUCCESS, FAILED', 'a payout that %s is committed once and ends so'),
  ofPayout('PENDING', 'REVERSED', 'a payout that is reversed while it is pending ends as REVERSED'),
];
