import { refusals } from '../../../src/bank/contract/refusals';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { disburse } from '../../../sandbox/lending/disbursement';
import { bring, diligently, runToEnd, startRepaying } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const HOURS = 60;
const DAYS = 24 * HOURS;
const rejectedCustomer = '99999901001';
const rejectedOnce = '99999902001';

describe('a loan ends', () => {
  test('as KYC_REJECTED when an officer closes it with a reason', async () => {
    const loan = await environment.startLoan(loanFile({ bvn: rejectedCustomer }));
    expect((await loan.untilAttention()).attention?.cause).toContain('BVN details do not match');
    await loan.tell('closeAsRejected', { reason: 'IDENTITY_MISMATCH' });
    expect(await loan.result()).toMatchObject({
      stage: 'KYC_REJECTED',
      reason: 'IDENTITY_MISMATCH: BVN details do not match',
    });
  });

  test('as WITHDRAWN after a rejected KYC', async () => {
    const loan = await environment.startLoan(loanFile({ bvn: '99999901002' }));
    await loan.untilAttention();
    await loan.tell('withdraw', { reason: 'BORROWER_REQUEST' });
    expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  });

  test('disbursed when the rejected KYC is corrected', async () => {
    const loan = await environment.startLoan(loanFile({ bvn: '99999901003' }));
    await loan.untilAttention();
    await loan.tell('correctCustomer', { bvn: '22100000001' });
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  });

  test('disbursed when the KYC is started again for the same customer', async () => {
    const loan = await environment.startLoan(loanFile({ bvn: rejectedOnce }));
    const { facts } = await loan.untilAttention();
    await loan.tell('correctCustomer', { bvn: rejectedOnce });
    const result = await runToEnd(environment, loan);
    expect(result).toMatchObject({ stage: 'DISBURSED', customerId: facts.customerId });
    expect(environment.effectsOf(facts.customerId).filter((effect) => effect === 'kyc-started')).toHaveLength(
      2,
    );
  });

  test('as DECLINED with the reasons of the decision', async () => {
    const loan = await environment.startLoan(loanFile({ scenario: 'declined' }));
    expect(await loan.result()).toMatchObject({ stage: 'DECLINED', reason: 'Affordability' });
  });

  test('as OFFER_DECLINED with the reason that was given', async () => {
    const loan = await environment.startLoan(loanFile());
    const { facts } = await bring(loan, 'OFFER');
    await loan.tell('declineOffer', { reason: 'HIGH_INTEREST', role: 'borrower' });
    expect(await loan.result()).toMatchObject({ stage: 'OFFER_DECLINED', reason: 'HIGH_INTEREST' });
    const [declined] = environment.bank.committed.list({
      effect: 'offer-declined',
      key: String(facts.applicationId),
    });
    expect(declined?.note).toBe('HIGH_INTEREST');
  });

  test('as OFFER_EXPIRED when the borrower never answers', async () => {
    const loan = await environment.startLoan(loanFile());
    await bring(loan, 'OFFER');
    expect(await loan.result(DAYS)).toMatchObject({ stage: 'OFFER_EXPIRED' });
  });

  test.each([
    ['an acceptance', 'acceptOffer', {}],
    ['a decline', 'declineOffer', { reason: 'CHECKING' }],
  ] as const)('as OFFER_EXPIRED while %s is on its way', async (_what, command, fields) => {
    const loan = await environment.startLoan(loanFile());
    const { facts } = await bring(loan, 'OFFER');
    const id = String(facts.applicationId);
    environment.bank.applications.change(id, { status: 'OFFER_EXPIRED' });
    environment.parts().refusals.plan(command, refusals.offerExpired);
    await loan.tell(command, fields);
    expect(await loan.result()).toMatchObject({ stage: 'OFFER_EXPIRED' });
    // The bank has closed it: nothing is left to be done there.
    expect((await loan.snapshot()).facts).not.toHaveProperty('leftAtBank');
  });

  test('as OFFER_DECLINED or OFFER_EXPIRED where the bank says so first', async () => {
    const loan = await environment.startLoan(loanFile({ scenario: 'no-decision' }));
    const { facts } = await bring(loan, 'DECISION');
    environment.bank.applications.change(String(facts.applicationId), { status: 'OFFER_DECLINED' });
    expect(await loan.result()).toMatchObject({ stage: 'OFFER_DECLINED', reason: 'declined at the bank' });
  });

  test.each(['DECLINED', 'OFFER_EXPIRED', 'OFFER_DECLINED'])(
    'as %s when the provider closes it before the disbursement',
    async (status) => {
      const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
      const { facts } = await bring(loan, 'DISBURSEMENT');
      environment.bank.applications.change(String(facts.applicationId), { status });
      expect(await loan.result()).toMatchObject({ stage: status, reason: 'closed by the lending partner' });
      expect((await loan.snapshot()).facts).not.toHaveProperty('leftAtBank');
    },
  );
});

test('an offer that the bank has not expired yet can still be accepted after its expiry', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  const { facts } = await bring(loan, 'OFFER');
  const { offer } = environment.bank.applications.get(String(facts.applicationId))!;
  environment.bank.applications.change(String(facts.applicationId), { status: 'OFFER_ACCEPTED' });
  await environment.sleep(2 * HOURS);
  environment.bank.applications.change(String(facts.applicationId), { status: 'HAS_OFFER', offer: offer! });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a disbursement is awaited for weeks', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await diligently(loan, ({ stage }) => stage === 'DISBURSEMENT');
  expect(await loan.result(DAYS)).toMatchObject({ stage: 'DISBURSED' });
});

test('a disbursement that the bank never tells ends by evidence that there is none', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await bring(loan, 'DISBURSEMENT');
  const evidence = { actor: 'officer-1', role: 'officer', evidence: 'Ticket 17' };
  expect(await loan.refusal('resolveAttention', { ...evidence, outcome: 'DISBURSED' })).toContain(
    'loanId must name the loan',
  );
  await loan.tellTogether('resolveAttention', { ...evidence, outcome: 'NOT_DISBURSED' });
  expect(await loan.result()).toMatchObject({
    stage: 'WITHDRAWN',
    reason: 'not disbursed, as a person has shown',
  });
});

const evidence = { actor: 'officer-1', role: 'officer', evidence: 'Ticket 18', outcome: 'DISBURSED' };

test('a loan that the bank has disbursed meanwhile does not end by evidence that there was none', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  const { facts } = await bring(loan, 'DISBURSEMENT');
  await environment.sleep(12 * DAYS);
  const { proposed } = await loan.tell('resolveAttention', { ...evidence, outcome: 'NOT_DISBURSED' });
  await environment.sleep(HOURS);
  environment.bank.now = await environment.parts().env.currentTimeMs();
  environment.bank.applications.change(String(facts.applicationId), { status: 'DISBURSEMENT_APPROVED' });
  disburse(environment.bank, String(facts.applicationId));
  await loan.tell('confirmProposal', { actor: 'officer-2', role: 'officer', expectedDigest: proposed });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a loan that people show to be disbursed is followed at once where the bank names it as active', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await bring(loan, 'DISBURSEMENT');
  const active = { loanId: 'loan-18', outstandingBalance: 1, loanStatus: 'ACTIVE' };
  environment.parts().refusals.answer('getActiveLoan', active);
  await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-18' });
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED', loanId: 'loan-18' });
});

test('a loan that people show to be disbursed and the bank does not name has to be given twice', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await bring(loan, 'DISBURSEMENT');
  await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-19' });
  const { attention } = await loan.untilAttention(1);
  expect(attention?.cause).toContain(
    "no active loan of this customer, so that loan-19 may be another customer's",
  );
  expect(attention?.actions).toEqual(expect.arrayContaining(['resolveAttention', 'recheck']));
  await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-19' });
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED', loanId: 'loan-19' });
});

test('an answer about the disbursement is refused, and not lost, while an earlier one is compared with the bank', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await bring(loan, 'DISBURSEMENT');
  environment.plant({ kind: 'rate-limited', operations: ['getActiveLoan'], retryAfterSeconds: 600 });
  await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-20' });
  const answer = { ...evidence, outcome: 'NOT_DISBURSED' };
  expect(await loan.refusal('resolveAttention', answer)).toContain('is being compared with the bank');
  environment.bank.faults.remove();
  await loan.until(({ attention }) => attention?.cause.includes('loan-20') === true, 5);
  await loan.tellTogether('resolveAttention', answer);
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
});

/** How often a person was asked about it: an answer is looked into before the next one counts. */
const timesAsked = ({ timeline }: CaseSnapshot, about: string): number =>
  timeline.filter(({ what }) => what.startsWith('Needs attention') && what.includes(about)).length;

test('a loan that another case follows is not handed over, and the application stays open', async () => {
  const followed = await startRepaying(environment, loanFile());
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  await bring(loan, 'DISBURSEMENT');
  const loanId = String((await followed.snapshot()).facts.loanId);
  for (const times of [1, 2]) {
    await loan.tellTogether('resolveAttention', { ...evidence, loanId });
    await loan.until((now) => timesAsked(now, loanId) === times, 1);
  }
  await loan.until(({ attention }) => attention?.cause.includes('is followed already') === true, 1);
  await loan.tellTogether('resolveAttention', { ...evidence, outcome: 'NOT_DISBURSED' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  await followed.handle.terminate('not wanted by the test');
});

test('another loan than the bank names for the application never counts', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  const { facts } = await bring(loan, 'DISBURSEMENT');
  environment.bank.applications.change(String(facts.applicationId), { loanId: 'loan-20' });
  for (const times of [1, 2]) {
    await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-21' });
    await loan.until((now) => timesAsked(now, 'names loan-20') === times, 1);
  }
  await loan.tellTogether('resolveAttention', { ...evidence, loanId: 'loan-20' });
  await loan.until(({ ended }) => ended, 1); // Before the bank disburses by itself.
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED', loanId: 'loan-20' });
});
