import { approvalItemsOf } from '../../src/desk/views/approvals';
import { payoutOf } from '../../src/desk/views/details';
import { sentenceOf } from '../../src/desk/views/case-page';
import { heldIn } from '../../src/desk/views/case-row';
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
  expect(payoutOf(details as never, { facts, timeline: [] }, looking)).toMatchObject({
    ...{ amountKobo: 150, givenName: 'Ada Eze', resolvedName: 'JIDE SANI', nameVerdict: 'mismatch' },
    ...{ beneficiaryEndsWith: '6789', bankName: 'Almond Bank' },
  });
  const { nameOnAccount: _unknown, ...known } = details;
  expect(payoutOf(known as never, { facts, timeline: [] }, looking)).toBeUndefined();
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

test('who may agree to another account for a loan sees the whole of it, and its bank by name', () => {
  const command = 'setDisbursementAccount';
  const digest = 'd'.repeat(64);
  const content = ['loan', 'LN-1', command, ['accountNumber', '0123456789'], ['bankCode', '901']];
  const proposal = { command, digest, roles: ['supervisor'], makers: ['officer-1'], approvers: [] };
  const items = (role: string) =>
    approvalItemsOf(
      {
        ...{
          kind: 'loan',
          reference: 'LN-1',
          details: {
            customer: { firstName: 'Ada', lastName: 'Eze' },
            disbursementAccount: { bankCode: '902', accountNumber: '…1111' },
            nameOnAccount: 'JIDE SANI',
          },
          banks: new Map([['901', 'Almond Bank']]),
          accounts: [],
        },
        snapshot: {
          stage: 'OFFER',
          facts: {},
          proposals: [proposal],
          commands: ['confirmProposal'],
          since: 'now',
          timeline: [],
        },
        contents: new Map([[digest, content]]),
      } as never,
      { subject: 'somebody', roles: [role] } as never,
      { isNeeded: () => false } as never,
    );
  const shown = (role: string) => items(role)[0]?.changes?.map(({ to }) => to);
  expect(shown('supervisor')).toEqual(['0123456789', 'Almond Bank, 901']);
  expect(shown('officer')).toEqual(['…6789', 'Almond Bank, 901']);
  expect(items('supervisor')[0]?.ifRejected).toContain('paid into the account ending in 1111 as before');
  // The bank has told that name of the account before.
  expect(items('supervisor')[0]).not.toHaveProperty('resolvedName');
});

test.each([
  [{}, false, undefined],
  [{ heldBy: 'sade', heldFor: 'SUSPECTED_FRAUD' }, false, { by: 'sade', why: 'SUSPECTED_FRAUD' }],
  [{ heldBy: 'sade', heldFor: 'SUSPECTED_FRAUD', releasedBy: 'ada' }, false, undefined],
  [{ heldBy: 'sade', heldFor: 'SUSPECTED_FRAUD' }, true, undefined],
])('a list tells of a payout with the facts %j, ended: %s, that it is held: %j', (facts, ended, held) => {
  expect(heldIn({ facts, ended } as never)).toEqual(held);
});
