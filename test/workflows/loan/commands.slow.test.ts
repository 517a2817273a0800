import type { CommandReceipt } from '../../../src/domain/case/commands';
import { loanCommands } from '../../../src/domain/loan/commands';
import { hold, holds } from '../../support/workflows/holds';
import { bring, diligently, guarantor, handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();
const notes = async (loan: Steered) => (await loan.snapshot()).timeline.map(({ what }) => what);

test('of two officers who answer an offer at once one wins, and the other is told who', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const sent = { accept: loan.tell('acceptOffer', { actor: 'officer-1' }), decline: decline(loan) };
  const answers = await Promise.allSettled([sent.accept, sent.decline]);
  const winner = answers.findIndex(({ status }) => status === 'fulfilled');
  const first = winner === 0 ? 'acceptOffer by officer-1' : 'declineOffer by officer-2';
  const [loser] = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(loser?.reason.cause.message).toContain(`${first} came first`);
});

const decline = (loan: Steered) => loan.tell('declineOffer', { actor: 'officer-2', reason: 'CHECKING' });

test('an officer who comes after the stage has changed is told who came first', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  await loan.tell('acceptOffer', { actor: 'officer-1' });
  await loan.until(({ stage }) => stage !== 'OFFER');
  expect(await loan.refusal('acceptOffer', { actor: 'officer-2' })).toContain(
    'acceptOffer by officer-1 came first',
  );
});

test('a repeated request changes nothing, as an update and as a signal', async () => {
  const loan = await hold(environment, { stage: 'DOCUMENTS', wishes: { without: ['ID_CARD_DOCS'] } });
  const note = { requestId: 'R-1', text: 'called the borrower' };
  const first = await loan.tell('addNote', note);
  const second = await loan.tell('addNote', note);
  await loan.signal('addNote', note);
  expect(second).toEqual({ ...first, repeated: true });
  expect((await notes(loan)).filter((what) => what === 'Note')).toHaveLength(1);
});

test('the update id stands for a request id that was left out', async () => {
  const loan = await hold(environment, { stage: 'DOCUMENTS', wishes: { without: ['ID_CARD_DOCS'] } });
  const note = { actor: 'officer-1', role: 'officer', text: 'once' };
  const receipt = await loan.handle.executeUpdate<CommandReceipt, [object]>('addNote', {
    updateId: 'U-1',
    args: [note],
  });
  expect(receipt).toMatchObject({ requestId: 'U-1', repeated: false });
});

test('a command that expects another stage is refused, and says what is allowed now', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const refusal = await loan.refusal('withdraw', { reason: 'OTHER', expectedStage: 'TERMS' });
  expect(refusal).toContain('The loan is in the stage OFFER; commands allowed now: acceptOffer');
  expect((await loan.snapshot()).stage).toBe('OFFER');
});

test('a role that may not is told who may', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  expect(await loan.refusal('assign', { role: 'borrower', assignee: 'officer-2' })).toBe(
    'assign takes the role officer or supervisor',
  );
});

test('an unknown command is refused with what there is', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  expect(await loan.refusal('approveEverything')).toContain('There is no command approveEverything');
  await loan.signal('approveEverything');
  expect(await notes(loan)).toContain('Refused the unknown signal approveEverything');
});

test('a refused signal goes into the timeline, with the reason and no value of it', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  await loan.signal('agreeToTerms', { note: 'call 0803 000 0000' });
  const { timeline } = await loan.snapshot();
  expect(timeline.at(-1)).toMatchObject({ what: 'Refused the signal agreeToTerms' });
  expect(JSON.stringify(timeline)).not.toContain('0803');
});

type OfOnePerson = Exclude<keyof typeof loanCommands, 'confirmProposal' | 'refuseProposal'>;
/** What each command needs, and the stage in which it is sent here. */
const signals: Record<OfOnePerson, readonly [stage: string, fields: object]> = {
  acceptOffer: ['OFFER', {}],
  declineOffer: ['OFFER', { reason: 'CHECKING' }],
  closeAsExpired: ['OFFER', {}],
  agreeToTerms: ['TERMS', {}],
  submitDocument: ['DOCUMENTS', { tag: 'ID_CARD_DOCS', ...handedIn('identity.pdf') }],
  rejectDocument: ['DOCUMENTS', { tag: 'CAC_FORM7_DOCS', reason: 'OTHER' }],
  submitBoardResolution: ['BOARD_RESOLUTION', handedIn('board.pdf')],
  addGuarantor: ['GUARANTOR', guarantor],
  setDisbursementAccount: ['OFFER', { accountNumber: '9000000001', bankCode: '900' }],
  confirmAccountHolder: ['BOARD_RESOLUTION', { endsWith: '0002', reason: 'OTHER' }],
  updateApplication: ['ENROLMENT', { months: 3 }],
  correctCustomer: ['ENROLMENT', { nin: '12345678901' }],
  confirmCustomer: ['ENROLMENT', { reason: 'OTHER' }],
  closeAsRejected: ['ENROLMENT', { reason: 'OTHER' }],
  correctBankStatement: ['BANK_STATEMENT', { sortCode: '902' }],
  returnToApplicant: ['OFFER', { reason: 'OTHER', question: 'Which shop is it?' }],
  resumeApplication: ['DOCUMENTS', {}],
  recheck: ['DECISION', {}],
  retry: ['APPLICATION', {}],
  skip: ['GUARANTOR', { role: 'supervisor', reason: 'NOT_REQUIRED' }],
  quote: ['OFFER', {}],
  withdraw: ['OFFER', { reason: 'OTHER' }],
  resolveAttention: ['DISBURSEMENT', { outcome: 'NOT_DISBURSED', evidence: 'Ticket 17' }],
  addNote: ['OFFER', { text: 'a note' }],
  assign: ['OFFER', { assignee: 'officer-7' }],
  revealNumber: ['OFFER', { number: 'bvn' }],
};

const awaitingDisbursement = { stage: 'DISBURSEMENT', wishes: { scenario: 'disburse-late' } } as const;

let rejectedCustomers = 0;
const rejected = () => `99999901${500 + (rejectedCustomers += 1)}`;

async function rejectedLoan(): Promise<Steered> {
  const loan = await environment.startLoan(loanFile({ bvn: rejected() }));
  await loan.untilAttention();
  return loan;
}

async function loanOfOtherData(): Promise<Steered> {
  const { customer } = loanFile({ bvn: '99999903001' });
  await environment.startLoan({ ...loanFile(), customer });
  await environment.sleep(30);
  const loan = await environment.startLoan({ ...loanFile(), customer: { ...customer, firstName: 'Tess' } });
  await loan.until(({ commands }) => commands.includes('confirmCustomer'));
  return loan;
}

async function loanToAnotherName(): Promise<Steered> {
  const disbursementAccount = { accountNumber: '9000000002', bankCode: '900' };
  const loan = await environment.startLoan(loanFile({ disbursementAccount }));
  await diligently(loan, ({ attention }) => attention !== undefined);
  return loan;
}

async function returnedLoan(): Promise<Steered> {
  const loan = await hold(environment, { stage: 'DOCUMENTS', wishes: { without: ['ID_CARD_DOCS'] } });
  await loan.tell('returnToApplicant', { reason: 'OTHER', question: 'Which shop is it?' });
  return loan;
}

async function offeredWithoutEnd(): Promise<Steered> {
  environment.read({ offerExpiry: 'no-expiry' });
  return hold(environment, { stage: 'OFFER' });
}

/** The commands that no held loan takes, and a loan that does. */
const takers: Readonly<Record<string, () => Promise<Steered>>> = {
  correctCustomer: rejectedLoan,
  closeAsRejected: rejectedLoan,
  confirmCustomer: loanOfOtherData,
  closeAsExpired: offeredWithoutEnd,
  confirmAccountHolder: loanToAnotherName,
  resumeApplication: returnedLoan,
};

test.each(Object.entries(signals))('%s works as a signal, too', async (command, [stage, fields]) => {
  const held = [...holds, awaitingDisbursement].find((candidate) => candidate.stage === stage)!;
  const loan = await (takers[command]?.() ?? hold(environment, held));
  await loan.signal(command, fields);
  const { summary } = loanCommands[command as OfOnePerson];
  await loan.until(({ timeline }) =>
    timeline.some(({ by, what }) => / officer-1$/.test(by) && what.endsWith(summary)),
  );
});

test('the terms wait for an officer to agree where the policy says so', async () => {
  const loan = await hold(environment, {
    stage: 'TERMS',
    wishes: { policy: { agreeToTermsWithOffer: false } },
  });
  const { facts, waiting } = await loan.snapshot();
  expect(waiting).toMatchObject({ for: 'TERMS', on: 'borrower' });
  expect(environment.effectsOf(facts.applicationId)).not.toContain('terms-agreed');
  await loan.tell('agreeToTerms', { role: 'borrower' });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('the application is changed before it is submitted', async () => {
  const loan = await environment.startLoan(loanFile());
  await loan.tell('updateApplication', { amountKobo: 30_000_000, months: 3 });
  const { facts } = await bring(loan, 'OFFER');
  expect(facts).toMatchObject({ offerAmountKobo: 30_000_000, offerMonths: 3 });
  const { offerInstalmentKobo, offerTotalRepaymentKobo, offerFeeAndInterestKobo } = facts;
  expect(Number(offerTotalRepaymentKobo)).toBeGreaterThanOrEqual(2 * Number(offerInstalmentKobo));
  expect(offerFeeAndInterestKobo).toBe(Number(offerTotalRepaymentKobo) - 30_000_000);
});

test('the disbursement account is set until the post-offer KYC; the last one counts', async () => {
  const loan = await hold(environment, {
    stage: 'BOARD_RESOLUTION',
    wishes: { without: ['BOARD_RESOLUTION_DOC'] },
  });
  await loan.tellTogether('setDisbursementAccount', { accountNumber: '0000000001', bankCode: '901' });
  await loan.tell('submitBoardResolution', handedIn('board.pdf'));
  const parked = await loan.untilAttention();
  expect(parked.attention?.cause).toContain('Account not found');
  expect(parked.attention?.actions).toContain('setDisbursementAccount');
  await loan.tellTogether('setDisbursementAccount', { accountNumber: '9000000001', bankCode: '900' });
  await loan.tell('retry');
  await loan.until(({ commands }) => commands.includes('confirmAccountHolder'));
  await loan.tellTogether('confirmAccountHolder', { endsWith: '0001', reason: 'OTHER' });
  const { stage, applicationId } = await runToEnd(environment, loan);
  expect(stage).toBe('DISBURSED');
  const { disbursementAccount } = environment.bank.applications.get(String(applicationId))!;
  expect(disbursementAccount?.account_number).toBe('9000000001');
});

test('a loan whose post-offer KYC may have been taken cannot be withdrawn', async () => {
  environment.plant({ kind: 'malformed-body', operations: ['submitPostOfferKyc'], count: 9 });
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  expect(await loan.untilAttention()).toMatchObject({ stage: 'POST_OFFER_KYC' });
  expect(await loan.refusal('withdraw', { reason: 'OTHER' })).toContain('may be disbursed');
  const asked = { reason: 'OTHER', question: 'Which shop is it?' };
  expect(await loan.refusal('returnToApplicant', asked)).toContain('may be disbursed');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
