import { hold, holds } from '../../support/workflows/holds';
import { bring } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

const ACCEPTED = ['TERMS', 'BOARD_RESOLUTION', 'GUARANTOR', 'POST_OFFER_KYC'];

test.each(holds.filter(({ stage }) => !ACCEPTED.includes(stage)))(
  'a loan is withdrawn in the stage $stage',
  async (held) => {
    const loan = await hold(environment, held);
    await loan.tell('withdraw', { reason: 'BORROWER_REQUEST', expectedStage: held.stage });
    expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'BORROWER_REQUEST' });
    const { facts, timeline, commands } = await loan.snapshot();
    expect(timeline.at(-1)).toMatchObject({ what: 'Withdrawn', note: 'BORROWER_REQUEST' });
    expect(commands).toEqual([]);
    expect(environment.effectsOf(facts.applicationId)).not.toContain('disbursed');
  },
);

/** A loan whose offer is accepted, and that was withdrawn in this stage. */
async function leftAccepted(held: (typeof holds)[number] = { stage: 'TERMS', ...TERMS }) {
  const loan = await hold(environment, held);
  await loan.tell('withdraw', { reason: 'BORROWER_REQUEST' });
  const { facts } = await loan.untilStage('CLOSING', 0.1);
  const applicationId = String(facts.applicationId);
  return { loan, changed: (changes: object) => environment.bank.applications.change(applicationId, changes) };
}
const NOT_DISBURSED = { outcome: 'NOT_DISBURSED', evidence: 'Letter of the bank' };
const TERMS = { wishes: { policy: { agreeToTermsWithOffer: false } } };

test.each(holds.filter(({ stage }) => ACCEPTED.includes(stage)))(
  'a loan that is withdrawn in the stage $stage asks people to have its application closed, and ends once the bank has closed it',
  async (held) => {
    const { loan, changed } = await leftAccepted(held);
    expect(await loan.snapshot()).toMatchObject({
      ended: false,
      waiting: { for: 'CLOSING', on: 'officer' },
      attention: { cause: expect.stringContaining('ask it to close') as string },
    });
    await environment.sleep(10 * 24 * 60);
    expect(await loan.snapshot()).toMatchObject({ stage: 'CLOSING' });
    changed({ status: 'OFFER_DECLINED' });
    await loan.tell('recheck');
    expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'BORROWER_REQUEST' });
    expect((await loan.snapshot()).timeline.at(-1)).toMatchObject({ what: 'Withdrawn' });
  },
);

test('a withdrawn loan that the bank disburses all the same is followed to its repayment', async () => {
  const { loan, changed } = await leftAccepted();
  changed({ status: 'DISBURSED', loanId: 'LOAN-77' });
  await loan.tell('recheck');
  expect(await loan.result()).toMatchObject({
    stage: 'DISBURSED',
    repaymentWorkflowId: 'repayment:LOAN-77',
  });
});

test('people say with evidence that the bank has closed the application of a withdrawn loan', async () => {
  const { loan } = await leftAccepted();
  await loan.tellTogether('resolveAttention', NOT_DISBURSED);
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'BORROWER_REQUEST' });
  expect((await loan.snapshot()).facts.leftAtBank).toContain('ask it to close the application');
});

test('an answer of people from before the bank sent the application back ends neither the loan that was submitted anew, nor the wait for the bank of one that is withdrawn', async () => {
  for (const command of ['retry', 'withdraw']) {
    const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
    const { facts } = await bring(loan, 'DISBURSEMENT');
    environment.plant({ kind: 'error-before', operations: ['getActiveLoan'], status: 503 });
    await loan.tellTogether('resolveAttention', NOT_DISBURSED);
    await environment.sleep(1);
    environment.parts().refusals.plan('submitPostOfferKyc', { status: 422, message: 'Not found' });
    const sentBack = { offerStatus: 'PENDING', postOfferKycAt: undefined } as const;
    environment.bank.applications.change(String(facts.applicationId), sentBack);
    await loan.tell('recheck');
    await loan.until(({ stage }) => stage !== 'DISBURSEMENT', 1);
    environment.bank.faults.remove();
    await loan.untilAttention(1);
    await loan.tell(command, command === 'withdraw' ? { reason: 'BORROWER_REQUEST' } : {});
    await environment.sleep(60);
    const { stage, ended } = await loan.snapshot();
    expect([stage, ended]).toEqual([command === 'withdraw' ? 'CLOSING' : 'DISBURSEMENT', false]);
  }
});

test('a loan that the bank calls disbursed, without its id yet, does not end on the word of people that it is not, however often', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  const { facts } = await bring(loan, 'DISBURSEMENT');
  environment.bank.applications.change(String(facts.applicationId), { status: 'DISBURSED' });
  for (const _ of [1, 2]) {
    await loan.tellTogether('resolveAttention', NOT_DISBURSED);
    const { attention } = await loan.untilAttention(1);
    expect(attention?.cause).toContain('the bank calls the application disbursed');
  }
});

test('until the bank has answered to the decline, a loan that is withdrawn says what it waits for, and takes notes alone', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  environment.plant({ kind: 'error-before', operations: ['declineOffer'], status: 503 });
  await loan.tell('withdraw', { reason: 'BORROWER_REQUEST' });
  const { waiting, commands } = await loan.until((now) => now.waiting?.for === 'OFFER_DECLINE', 1);
  expect([waiting?.on, commands]).toEqual(['bank', ['addNote']]);
  expect(await loan.refusal('withdraw', { reason: 'FRAUD_SUSPECTED' })).toContain('The loan is being ended');
  environment.bank.faults.remove();
  expect(await loan.result()).toMatchObject({ reason: 'BORROWER_REQUEST' });
});

test('a loan whose offer the bank refuses to decline since it has expired ends at once', async () => {
  environment.read({ offerExpiry: 'unmarked' });
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  await bring(loan, 'OFFER');
  await environment.sleep(2 * 24 * 60);
  await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect((await loan.snapshot()).facts.leftAtBank).toBeUndefined();
});

test('a loan that is withdrawn while it is held asks for its application to be closed, and for nothing else', async () => {
  const loan = await hold(environment, { stage: 'TERMS', ...TERMS });
  await loan.tell('returnToApplicant', { reason: 'DATA_NEEDED', question: 'Which shop?' });
  await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
  const { waiting, facts, commands } = await loan.untilStage('CLOSING', 0.1);
  expect([waiting?.for, facts.askedFor]).toEqual(['CLOSING', undefined]);
  expect(commands).not.toContain('withdraw');
  environment.bank.applications.change(String(facts.applicationId), { status: 'DECLINED' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
});

test('a loan is withdrawn, and its open offer is declined at the bank', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const { facts } = await loan.snapshot();
  await loan.tell('withdraw', { reason: 'DUPLICATE' });
  await loan.result();
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('a loan is withdrawn, and an offer that came unseen during the decision is declined, too', async () => {
  environment.parts().refusals.plan('getOffer', { status: 400, message: 'Application not found' });
  const loan = await hold(environment, { stage: 'DECISION' });
  const { facts } = await loan.untilAttention();
  await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
  await loan.result();
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('a loan is withdrawn although the bank does not take the decline of its offer, once that can be accepted no more', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  environment.parts().refusals.plan('declineOffer', { status: 422, message: 'Offer is not open' });
  await loan.tell('withdraw', { reason: 'OTHER' });
  const { attention, facts } = await loan.untilStage('CLOSING', 0.1);
  expect(attention?.cause).toContain('did not take the decline');
  environment.bank.applications.change(String(facts.applicationId), { status: 'OFFER_EXPIRED' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'OTHER' });
});

test('a loan is withdrawn at once where the bank has closed the application before', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const { facts } = await loan.snapshot();
  environment.bank.applications.change(String(facts.applicationId), { status: 'OFFER_EXPIRED' });
  await loan.tell('withdraw', { reason: 'OTHER' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect((await loan.snapshot()).timeline.map(({ what }) => what)).not.toContain('To be closed at the bank');
});
