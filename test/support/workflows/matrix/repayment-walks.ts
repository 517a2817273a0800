import { exit, lost, refused, type Walk } from './walk';

/** The stages of a repayment. */
export const repaymentWalks: readonly Walk[] = [
  exit('REPAYING', 'CLOSED', 'a borrower who pays on time never needs an officer', 'repayment'),
  exit(
    'REPAYING',
    'CLOSED early',
    'a borrower who settles early is CLOSED at the next due date',
    'repayment',
  ),
  refused(
    'REPAYING',
    'chargeRepayment',
    'where the policy charges, a refused charge needs a person, and is charged once all the same',
    'repayment',
  ),
  lost(
    'REPAYING',
    'chargeRepayment',
    'where the policy charges, a reply hit by %s charges once',
    'repayment',
  ),
  exit(
    'ARREARS',
    'back to REPAYING',
    'a borrower who pays late falls into arrears, with attention, and recovers each time',
    'repayment',
  ),
  refused(
    'ARREARS',
    'too little money',
    'where the policy charges, an empty account is tried as often as the policy says, then a person is asked',
    'repayment',
  ),
];
