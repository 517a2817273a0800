import { payoutOf } from '../../src/desk/views/details';
import { sentenceOf } from '../../src/desk/views/case-page';
import { differingHolder } from '../../src/workflows/case/failures';
import { failureOf } from '../../src/activities/failures';
import { HolderDiffers } from '../../src/activities/gate/disbursement';
import { ActivityFailure } from '@temporalio/common';

test('while the holder of a loan’s account is in question, people see both names, the account and its bank', () => {
  const details = {
    customer: { firstName: 'Ada', lastName: 'Eze' },
    disbursementAccount: { bankCode: '901', accountNumber: '…6789' },
    nameOnAccount: 'JIDE SANI',
  };
  const facts = { offerAmountKobo: 150, disbursementEndsWith: '6789', disbursementNameVerdict: 'mismatch' };
  const looking = { banks: new Map([['901', 'Almond Bank']]), accounts: [], seesWhole: false };
  expect(payoutOf(details as never, facts, looking)).toMatchObject({
    ...{ amountKobo: 150, givenName: 'Ada Eze', resolvedName: 'JIDE SANI', nameVerdict: 'mismatch' },
    ...{ beneficiaryEndsWith: '6789', bankName: 'Almond Bank' },
  });
  const { nameOnAccount: _unknown, ...known } = details;
  expect(payoutOf(known as never, facts, looking)).toBeUndefined();
});

test('the failure tells the case whose account it is, and its message does not', () => {
  const failure = failureOf(new HolderDiffers('mismatch', 'JIDE SANI', 'it differs'), {
    effect: 'once',
    attempt: 1,
  } as never);
  expect(failure.message).not.toContain('JIDE');
  const inActivity = new ActivityFailure(
    'failed',
    'setDisbursementAccount',
    '1',
    'IN_PROGRESS',
    'w',
    failure,
  );
  expect(differingHolder(inActivity)).toEqual(['mismatch', 'JIDE SANI']);
});

test('the sentence of a case that never began says why', () => {
  const payout = { kind: 'payout', reference: 'PO-1', since: '2030-01-01T00:00:00.000Z', stage: 'SUCCESS' };
  const notBegun = 'No worker takes the payout PO-1, and nothing of it is done: its key is unknown.';
  const shown = { ...payout, stageTitle: 'Paid', facts: {}, timeline: [], checklist: [], commands: [] };
  expect(sentenceOf({ ...shown, ended: true, notBegun })).toBe(notBegun);
});
