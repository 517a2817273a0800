import { application, look } from '../../support/activities/polls';
import { failureOf } from '../../support/fake-bank';

const decision = (answer: unknown) => look('awaitLoanDecision', application, 'getLoanApplication', answer);
const disbursement = (answer: unknown) =>
  look('awaitDisbursement', application, 'getLoanApplication', answer);
test.each(['PENDING', 'KYC_PROCESSING', 'ON_HOLD'])(
  'a loan decision is waited for while the application is %s',
  async (status) => {
    expect((await failureOf(decision({ status }))).message).toContain(`the application is ${status}`);
  },
);

test.each(['HAS_OFFER', 'DECLINED', 'OFFER_EXPIRED', 'OFFER_ACCEPTED', 'DISBURSED'])(
  'a loan decision is there at %s',
  async (status) => {
    expect(await decision({ status, decline_reasons: null })).toEqual({ status, declineReasons: [] });
  },
);

test('a loan decision comes with the reasons of a decline', async () => {
  const answer = { status: 'DECLINED', decline_reasons: ['low income'] };
  expect(await decision(answer)).toEqual({ status: 'DECLINED', declineReasons: ['low income'] });
});

test('a disbursement is there with its loan', async () => {
  const answer = { status: 'DISBURSED', loan_id: 'l-1' };
  expect(await disbursement(answer)).toEqual({ status: 'DISBURSED', loanId: 'l-1' });
});

test('a disbursement is waited for until its loan is known', async () => {
  expect(await failureOf(disbursement({ status: 'DISBURSED', loan_id: null }))).toMatchObject({
    type: 'WAIT_LONGER',
  });
});

test('a disbursement was sent back when the offer is pending again', async () => {
  const answer = { status: 'OFFER_ACCEPTED', offer_status: 'PENDING' };
  expect(await disbursement(answer)).toEqual({ status: 'SENT_BACK' });
});

test.each([
  ['OFFER_ACCEPTED', 'POST_OFFER_KYC'],
  ['DISBURSEMENT_APPROVED', 'PENDING'],
  ['UNHEARD_OF', 'PENDING'],
])('a disbursement is waited for at %s, %s', async (status, offer_status) => {
  expect(await failureOf(disbursement({ status, offer_status }))).toMatchObject({ type: 'WAIT_LONGER' });
});

test.each(['DECLINED', 'OFFER_EXPIRED', 'OFFER_DECLINED'])(
  'a disbursement will not come after %s',
  async (status) => {
    expect(await disbursement({ status })).toEqual({ status });
  },
);
