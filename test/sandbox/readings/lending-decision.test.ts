import { underwriting, Journey } from '../../support/sandbox/borrower-journey';
import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Counter, DAY, HOUR, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;
afterEach(() => counter.close());

const open = async (readings: ChosenReadings) => {
  counter = await Counter.open({ readings });
  borrower = new Journey(counter);
};
const save = () => borrower.step('post-offer-kyc');
const offer = async () => (await counter.get(`/v1/loans/${borrower.applicationId}/offer`)).body.data;

test('a bank that decides by itself does so after the underwriting, once, and refuses to be asked', async () => {
  await open({ decisioning: 'by-itself' });
  await borrower.apply();
  await borrower.step('submit-underwriting', underwriting());
  expect((await borrower.step('start-decisioning')).status).toBe(422);
  await borrower.step('submit-underwriting', underwriting('LIMITED_LIABILITY'));
  counter.time.pass(10 * MINUTE);
  expect(await borrower.application()).toMatchObject({ status: 'HAS_OFFER' });
  expect((await borrower.step('start-decisioning')).status).toBe(422);
  expect(counter.committed('decisioning-started')).toHaveLength(1);
});

test('an expired offer that the bank does not mark looks open and can no longer be answered', async () => {
  await open({ offerExpiry: 'unmarked' });
  await borrower.receiveOffer();
  counter.time.pass(30 * DAY);
  expect(await borrower.application()).toMatchObject({ status: 'HAS_OFFER', offer_status: 'PENDING' });
  expect(await offer()).toMatchObject({ offerStatus: 'PENDING', expiresAt: expect.any(String) });
  expect((await borrower.step('offer/accept')).status).toBe(422);
  expect((await borrower.step('offer/decline', { decline_reason: 'OTHERS' })).status).toBe(422);
});

test('an offer whose expiry the bank does not name expires all the same', async () => {
  await open({ offerExpiry: 'no-expiry' });
  await borrower.receiveOffer();
  expect(await offer()).not.toHaveProperty('expiresAt');
  counter.time.pass(30 * DAY);
  expect(await borrower.application()).toMatchObject({ status: 'OFFER_EXPIRED' });
});

test('the gates before the post-offer KYC have other sentences, where the bank reads it so', async () => {
  await open({ postOfferGates: 'other-words' });
  await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
  const messages: string[] = [];
  for (const step of ['terms/agree', 'offer/accept']) {
    messages.push((await save()).body.message);
    await borrower.step(step);
  }
  messages.push((await save()).body.message);
  expect(messages).toEqual([
    'Terms and conditions are outstanding',
    'No accepted offer on file',
    'A resolution of the board is outstanding',
  ]);
});

test('the gates before the post-offer KYC stand in another order, where the bank reads it so', async () => {
  await open({ postOfferGates: 'other-order' });
  await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
  expect((await save()).body.message).toBe('Please upload your board resolution document before proceeding');
  await borrower.step('offer/accept');
  await borrower.handInBoardResolution();
  expect((await save()).body.message).toBe('Please agree to terms of use before proceeding');
  await borrower.step('terms/agree');
  expect((await save()).status).toBe(200);
});

test('a failed review shows in no status, only in the refusal of the next step, where the bank reads it so', async () => {
  await open({ failedReview: 'next-step-refused' });
  await borrower.acceptOffer('LN-SIM-board-fails', 'LIMITED_LIABILITY');
  await borrower.handInBoardResolution('unsigned');
  await save();
  counter.time.pass(9 * HOUR);
  expect(await borrower.application()).toMatchObject({
    status: 'OFFER_ACCEPTED',
    offer_status: 'POST_OFFER_KYC',
  });
  expect((await save()).status).toBe(400);
  await borrower.handInBoardResolution('signed');
  expect((await save()).status).toBe(200);
  counter.time.pass(5 * HOUR);
  expect(await borrower.application()).toMatchObject({ status: 'DISBURSED' });
});

const person = { first_name: 'Bola', last_name: 'Ade', phone: '08030000001', email: 'bola@example.test' };
const guarantors = async () => (await counter.get(`/v1/loans/${borrower.applicationId}/guarantor`)).body.data;

test('a guarantor who has answered has a status word instead of an instant, where the bank reads it so', async () => {
  await open({ guarantorAnswer: 'status-word' });
  await borrower.acceptOffer('LN-SIM-guarantor');
  const invited = await borrower.step('guarantor', person);
  expect(invited.body.data).toMatchObject({ ...person, status: 'INVITED' });
  counter.time.pass(HOUR);
  const [answered] = await guarantors();
  expect(answered).toMatchObject({ ...person, status: 'SUBMITTED' });
  expect(answered).not.toHaveProperty('submittedAt');
});

test('the answer of an earlier guarantor is listed and opens no gate, where there are several', async () => {
  await open({ guarantorAnswer: 'several' });
  await borrower.acceptOffer('LN-SIM-guarantor');
  await borrower.step('guarantor', person);
  expect(await guarantors()).toEqual([
    expect.objectContaining({ submittedAt: expect.any(String) }),
    expect.objectContaining({ ...person, submittedAt: null }),
  ]);
  expect((await save()).status).toBe(400);
  counter.time.pass(HOUR);
  expect((await save()).status).toBe(200);
});
