import { kinds } from '../../src/domain/kinds';
import type { CommandTable } from '../../src/domain/case/commands';

/** The commands that the desk may recommend; every other one ends something, or overrules a finding. */
const RECOMMENDABLE = [
  ...['acceptOffer', 'addGuarantor', 'addNote', 'agreeToTerms', 'amend', 'approve', 'assign', 'chargeNow'],
  ...['compareAgain', 'confirmProposal', 'correctBankStatement', 'correctCustomer', 'hold', 'pause'],
  ...['pauseCharging', 'quote', 'recheck', 'recordPromise', 'release', 'resolveAttention', 'resolveCharge'],
  ...['resume', 'resumeApplication', 'resumeCharging', 'retry', 'returnToApplicant', 'revealNumber'],
  ...['setDisbursementAccount', 'submitBoardResolution', 'submitDocument', 'updateApplication'],
];
const ENDING = [
  ...['abandon', 'cancel', 'closeAsExpired', 'closeAsRejected', 'closeAsRepaid', 'closeEnrolment'],
  ...['declineOffer', 'excludeRows', 'refuseProposal', 'reject', 'rejectDocument', 'withdraw'],
];
const OVERRULING = [
  ...['acceptRows', 'confirmAccountHolder', 'confirmCustomer', 'confirmName', 'createAnotherRecord', 'skip'],
];

test('every command of every kind may be recommended, or its table says that it ends something or overrules a finding', () => {
  const rows = Object.values(kinds).flatMap(({ commands }) => Object.entries(commands));
  const namesOf = (wanted: (row: CommandTable[string]) => boolean) =>
    [...new Set(rows.filter(([, row]) => wanted(row)).map(([name]) => name))].sort();
  expect(namesOf(({ ends }) => ends === true)).toEqual(ENDING);
  expect(namesOf(({ overrules }) => overrules === true)).toEqual(OVERRULING);
  expect(namesOf(({ ends, overrules }) => !ends && !overrules)).toEqual(RECOMMENDABLE);
});
