import { loanCommands } from '../../../src/domain/loan/commands';
import { bring, diligently, handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const MERCHANTS = { accountNumber: '9000000001', bankCode: '900' };
const PETTY_CASH = { accountNumber: '9000000002', bankCode: '900' };

/** A loan whose borrower has another account set, and hands in the last document then. */
async function paidInto(account: typeof MERCHANTS): Promise<Steered> {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'BOARD_RESOLUTION');
  await loan.tellTogether('setDisbursementAccount', { ...account, role: 'borrower' });
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  return loan;
}

const officer = { actor: 'officer-1', role: 'officer' };

const accountAtBank = async (loan: Steered) => {
  const { applicationId } = (await loan.snapshot()).facts;
  return environment.bank.applications.get(String(applicationId))?.disbursementAccount?.account_number;
};

test('a loan is paid into an account of another name only once an officer has confirmed these digits', async () => {
  const loan = await paidInto(MERCHANTS);
  const { attention, facts } = await loan.untilAttention();
  expect(attention?.cause).toContain("an account ending in 0001, whose holder's name is not the borrower's");
  expect(facts).toMatchObject({ disbursementEndsWith: '0001', disbursementNameVerdict: 'mismatch' });
  expect(await accountAtBank(loan)).toBeUndefined();
  const confirmation = { endsWith: '0002', reason: 'CHECKED_WITH_BORROWER' };
  expect(await loan.refusal('confirmAccountHolder', confirmation)).toContain('ends in 0001, not in 0002');
  const byBorrower = { ...confirmation, endsWith: '0001', role: 'borrower' };
  expect(await loan.refusal('confirmAccountHolder', byBorrower)).toContain(
    'takes the role officer or supervisor',
  );
  await loan.tellTogether('confirmAccountHolder', { ...confirmation, endsWith: '0001' });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(await accountAtBank(loan)).toBe('9000000001');
});

test('an account that is changed while its holder is in question is resolved and compared anew', async () => {
  const loan = await paidInto(MERCHANTS);
  await loan.untilAttention();
  await loan.tellTogether('setDisbursementAccount', PETTY_CASH);
  const changed = await loan.until(({ facts }) => facts.disbursementEndsWith === '0002');
  expect(changed.attention?.cause).toContain('ending in 0002');
  await loan.tellTogether('confirmAccountHolder', { endsWith: '0002', reason: 'ACCOUNT_OF_THE_BUSINESS' });
  await runToEnd(environment, loan);
  expect(await accountAtBank(loan)).toBe('9000000002');
});

test("an account in the borrower's own name needs no confirmation", async () => {
  const loan = await environment.startLoan(loanFile({ disbursementAccount: MERCHANTS }));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const { facts, timeline } = await loan.snapshot();
  expect(facts).toMatchObject({ disbursementEndsWith: '0001', disbursementNameVerdict: 'match' });
  expect(timeline.filter(({ what }) => what.startsWith('Needs attention'))).toEqual([]);
});

test("an account in the name of the borrower's business needs no confirmation where the bank's record names it", async () => {
  const file = loanFile({ disbursementAccount: PETTY_CASH });
  const loan = await environment.startLoan(file);
  const { facts: known } = await bring(loan, 'OFFER');
  const { profile } = environment.bank.customers.get(String(known.customerId))!;
  const business_name = 'Sandbox Merchant Petty Cash Ltd';
  environment.bank.customers.change(profile.id, { profile: { ...profile, business_name } });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const { facts, timeline } = await loan.snapshot();
  expect(facts).toMatchObject({ disbursementEndsWith: '0002', disbursementNameVerdict: 'match' });
  expect(timeline.filter(({ what }) => what.startsWith('Needs attention'))).toEqual([]);
});

test('a borrower proposes another account, and a second person decides about it', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'BOARD_RESOLUTION');
  const borrower = { actor: 'borrower-1', role: 'borrower' };
  const { proposed: expectedDigest } = await loan.tell('setDisbursementAccount', {
    ...MERCHANTS,
    ...borrower,
  });
  const { proposals, attention } = await loan.snapshot();
  expect(proposals).toMatchObject([
    {
      by: 'borrower borrower-1',
      what: 'accountNumber ending in 0001, bankCode 900',
      confirmations: '0 of 1',
    },
  ]);
  expect(attention).toMatchObject({ actions: ['confirmProposal', 'refuseProposal'] });
  expect(await loan.refusal('confirmProposal', { ...borrower, expectedDigest })).toContain('takes the role');
  await loan.tell('refuseProposal', { expectedDigest, reason: 'NOT_JUSTIFIED' });
  expect((await loan.snapshot()).attention).toBeUndefined();
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(await accountAtBank(loan)).toBeUndefined();
});

test('what lets a loan be paid out is refused while another account for it waits for a second person', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'BOARD_RESOLUTION');
  const { proposed } = await loan.tell('setDisbursementAccount', { ...PETTY_CASH, role: 'borrower' });
  expect(await loan.refusal('submitBoardResolution', handedIn('board.pdf'))).toContain(
    'another account for the loan waits for a second person',
  );
  await loan.tell('refuseProposal', {
    actor: 'officer-2',
    role: 'officer',
    expectedDigest: proposed,
    reason: 'OTHER',
  });
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('nobody accepts an offer for an account that was replaced since they looked at it', async () => {
  const loan = await environment.startLoan(loanFile());
  expect(await bring(loan, 'OFFER')).toMatchObject({ changes: 0 });
  await loan.tellTogether('setDisbursementAccount', PETTY_CASH);
  const seen = { expectedStage: 'OFFER', expectedChanges: 0 };
  expect(await loan.refusal('acceptOffer', seen)).toContain(
    'was given for other content: the loan was changed, held back or sent since',
  );
  await loan.tell('acceptOffer', { ...seen, expectedChanges: 1 });
});

/** A loan whose borrower proposed another account at the offer, and that came further by signals, which no guard of updates sees. */
async function cameFurther(): Promise<{ loan: Steered; expectedDigest: string | undefined }> {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'OFFER');
  const account = { ...PETTY_CASH, expectedStage: 'OFFER', role: 'borrower' };
  const { proposed: expectedDigest } = await loan.tell('setDisbursementAccount', account);
  await loan.signal('acceptOffer', officer);
  await loan.untilStage('BOARD_RESOLUTION');
  await loan.signal('submitBoardResolution', { ...officer, ...handedIn('board.pdf') });
  await environment.sleep(24 * 60);
  expect(await loan.snapshot()).toMatchObject({ stage: 'BOARD_RESOLUTION', proposals: [{}] });
  return { loan, expectedDigest };
}

test('a loan that came further all the same can be withdrawn while another account waits', async () => {
  const { loan } = await cameFurther();
  await loan.tell('withdraw', { ...officer, reason: 'BORROWER_REQUEST' });
  const { proposals, attention } = await loan.untilStage('CLOSING', 0.1);
  expect(proposals).toBeUndefined();
  expect(attention?.cause).toContain('ask it to close the application');
});

test('a loan goes on without the other account once nobody has agreed to it in time', async () => {
  const { loan } = await cameFurther();
  await environment.sleep(49 * 60);
  const { timeline } = await loan.snapshot();
  expect(timeline.map(({ what }) => what)).toContain(
    `Lapsed before a second person confirmed it: ${loanCommands.setDisbursementAccount.summary}`,
  );
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(await accountAtBank(loan)).toBeUndefined();
});

test('a loan that came further all the same goes no further to the bank until the other account was decided about', async () => {
  const { loan, expectedDigest } = await cameFurther();
  const holder = { endsWith: '0002', reason: 'ACCOUNT_OF_THE_BUSINESS' };
  await loan.tell('confirmProposal', { actor: 'officer-2', role: 'officer', expectedDigest });
  await loan.until(({ facts }) => facts.disbursementEndsWith === '0002');
  await loan.untilAttention();
  const { proposed } = await loan.tell('confirmAccountHolder', holder);
  const later = await loan.tell('setDisbursementAccount', { ...MERCHANTS, role: 'borrower' });
  const agreement = { actor: 'officer-3', role: 'officer', expectedDigest: proposed };
  expect(await loan.refusal('confirmProposal', agreement)).toContain(
    'another account for the loan waits for a second person',
  );
  await loan.tell('refuseProposal', { ...agreement, expectedDigest: later.proposed, reason: 'OTHER' });
  await loan.tell('confirmProposal', agreement);
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(await accountAtBank(loan)).toBe('9000000002');
});

test('who has the account changed cannot be the second person for the name of its holder', async () => {
  const loan = await environment.startLoan(loanFile({ without: ['BOARD_RESOLUTION_DOC'] }));
  await bring(loan, 'BOARD_RESOLUTION');
  await loan.tellTogether('setDisbursementAccount', { ...MERCHANTS, actor: 'officer-1' });
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  await loan.untilAttention();
  const confirmation = { endsWith: '0001', reason: 'CHECKED_WITH_BORROWER', actor: 'officer-2' };
  expect(await loan.handle.query('details')).toMatchObject({ nameOnAccount: expect.any(String) as string });
  const { proposed: expectedDigest } = await loan.tell('confirmAccountHolder', confirmation);
  expect(await loan.refusal('confirmProposal', { actor: 'Officer-1', expectedDigest })).toContain(
    'made or changed this',
  );
  expect(await accountAtBank(loan)).toBeUndefined();
  await loan.tell('confirmProposal', { actor: 'officer-3', expectedDigest });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  expect(await accountAtBank(loan)).toBe('9000000001');
});

test("the loan's own input cannot send it to another name either without two people", async () => {
  const loan = await environment.startLoan(loanFile({ disbursementAccount: PETTY_CASH }));
  const confirmation = { endsWith: '0002', reason: 'OTHER' };
  await diligently(loan, ({ commands }) => commands.includes('confirmAccountHolder'));
  const { proposed } = await loan.tell('confirmAccountHolder', confirmation);
  await environment.sleep(60);
  expect(await accountAtBank(loan)).toBeUndefined();
  await loan.tell('confirmProposal', { actor: 'officer-2', expectedDigest: proposed });
  await runToEnd(environment, loan);
  expect(await accountAtBank(loan)).toBe('9000000002');
});

test('an account that was proposed still waits for a second person after a question to the applicant', async () => {
  const loan = await environment.startLoan(loanFile());
  const { changes: expectedChanges } = await bring(loan, 'OFFER');
  const borrower = { role: 'borrower', actor: 'borrower-9', expectedChanges };
  await loan.tell('setDisbursementAccount', { ...borrower, ...PETTY_CASH });
  await loan.tell('returnToApplicant', { reason: 'CLARIFICATION', question: 'Which shop?' });
  expect((await loan.snapshot()).proposals).toHaveLength(1);
  expect(await loan.refusal('resumeApplication')).toContain('another account for the loan waits');
});
