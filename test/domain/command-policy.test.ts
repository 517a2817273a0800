import { instructionOf, instructionText } from '../../src/domain/case/instruction';
import { lendingConfirmation, USUAL_LENDING_POLICY } from '../../src/domain/loan/policy';
import { payoutConfirmation, USUAL_PAYOUT_POLICY } from '../../src/domain/payout/policy';

const officer = { role: 'officer' } as const;

test.each([
  ['setDisbursementAccount', 1],
  ['confirmAccountHolder', 1],
  ['skip', 1],
  ['resolveAttention', 1],
  ['resolveCharge', 1],
  ['chargeNow', undefined],
  ['acceptOffer', undefined],
])('without a policy %s on a loan needs %s others', (name, approvals) => {
  const rule = lendingConfirmation(USUAL_LENDING_POLICY, { name, ...officer }, 300_000);
  expect(rule?.approvals).toBe(approvals);
});

test('that a charge was taken needs no second person, since nothing is charged again by it', () => {
  const command = { name: 'resolveCharge', role: 'supervisor' } as const;
  const confirmation = (outcome: string) =>
    lendingConfirmation(USUAL_LENDING_POLICY, { ...command, outcome }, 300_000);
  expect([confirmation('TAKEN'), confirmation('NOT_TAKEN')?.approvals]).toEqual([undefined, 1]);
});

test('trying a payout again needs a second person once the bank may have it', () => {
  const confirmation = (isInDoubt: boolean) =>
    payoutConfirmation(USUAL_PAYOUT_POLICY, { name: 'retry', isInDoubt }, 300_000);
  expect([confirmation(false), confirmation(true)?.approvals]).toEqual([undefined, 1]);
});

test('a policy that asks no second person for anything still lets no borrower decide', () => {
  const lax = { ...USUAL_LENDING_POLICY, commands: { setDisbursementAccount: { confirmations: [] } } };
  const command = { name: 'setDisbursementAccount' };
  expect(lendingConfirmation(lax, { ...command, role: 'officer' }, 300_000)).toBeUndefined();
  expect(lendingConfirmation(lax, { ...command, role: 'borrower' }, 300_000)).toMatchObject({
    approvals: 1,
    roles: ['officer', 'supervisor'],
  });
});

test('what approvers look at afterwards needs no second person before', () => {
  const approvals = [{ fromKobo: 1_000_000, approvals: 1, roles: ['approver'] as const }];
  const policy = { ...USUAL_PAYOUT_POLICY, approvals };
  expect(payoutConfirmation(policy, { name: 'confirmName' }, 999_999)).toBeDefined();
  expect(payoutConfirmation(policy, { name: 'confirmName' }, 1_000_000)).toBeUndefined();
  expect(
    payoutConfirmation(policy, { name: 'resolveAttention', outcome: 'NEVER_SENT' }, 1_000_000),
  ).toBeDefined();
  expect(
    payoutConfirmation(policy, { name: 'resolveAttention', outcome: 'STILL_OPEN' }, 1_000_000),
  ).toBeUndefined();
});

test.each([
  ['made so small that nobody approves it afterwards needs a second person', 5_000_000, 999_999, 1],
  ['made so large that it is approved afterwards needs none before', 999_999, 1_000_000, undefined],
  [
    'changed in its account alone, and approved afterwards, needs none before',
    1_000_000,
    undefined,
    undefined,
  ],
  ['small, and not approved at all, needs none', 10_000, 20_000, undefined],
])('a payout that is %s', (_which, beforeKobo, amountKobo, approvals) => {
  const rule = { approvals: 1, roles: ['approver'] as const };
  const policy = {
    ...{ ...USUAL_PAYOUT_POLICY, approvals: [{ ...rule, fromKobo: 1_000_000 }] },
    commands: { amend: { confirmations: [{ ...rule, fromKobo: 500_000 }] } },
  };
  expect(payoutConfirmation(policy, { name: 'amend', amountKobo }, beforeKobo)?.approvals).toBe(approvals);
});

const fields = {
  accountNumber: { kind: 'digits', min: 10, max: 10, personal: true, about: 'a' },
  accountName: { kind: 'text', max: 80, personal: true, about: 'b' },
  bankCode: { kind: 'digits', min: 3, max: 6, about: 'c' },
} as const;
const given = { accountNumber: '9000000001', accountName: 'Ada Obi', bankCode: '058' };

test('an instruction is what a command asks for, and not who asks, when, or in which order', () => {
  const { accountNumber, accountName, bankCode } = given;
  const other = {
    note: 'n',
    bankCode,
    requestId: 'R',
    actor: 'a',
    role: 'officer',
    accountName,
    accountNumber,
  };
  expect(instructionOf('set', { fields }, other)).toEqual(instructionOf('set', { fields }, given));
  expect(instructionOf('set', { fields }, { ...given, bankCode: '059' })).not.toEqual(
    instructionOf('set', { fields }, given),
  );
});

test('an instruction is shown without personal data', () => {
  expect(instructionText(fields, given)).toBe('accountNumber ending in 0001, accountName, bankCode 058');
});
