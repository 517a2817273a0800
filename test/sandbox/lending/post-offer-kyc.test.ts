import { Journey, underwriting } from '../../support/sandbox/borrower-journey';
import { Counter, HOUR, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

const save = () => borrower.step('post-offer-kyc');

test('post-offer KYC asks for terms, offer and board resolution in this order', async () => {
  await borrower.receiveOffer('LN-1', 'LIMITED_LIABILITY');
  expect((await save()).body.message).toBe('Please agree to terms of use before proceeding');
  await borrower.step('terms/agree');
  expect((await save()).body.message).toBe('Please accept your loan offer before proceeding');
  await borrower.step('offer/accept');
  expect((await save()).body.message).toBe('Please upload your board resolution document before proceeding');
  await borrower.handInBoardResolution();
  expect((await save()).body).toMatchObject({ message: 'Post-offer KYC saved', data: {} });
  expect(await borrower.application()).toMatchObject({ offer_status: 'POST_OFFER_KYC' });
});

test('post-offer KYC asks a registered business without a type, and no sole proprietor, for a board resolution', async () => {
  await borrower.receiveOffer();
  await borrower.step('terms/agree');
  await borrower.step('offer/accept');
  expect((await save()).status).toBe(200);

  const other = new Journey(counter);
  await other.apply('LN-2');
  const profile = underwriting();
  const structure = { ...profile.structure, isRegisteredBusiness: true };
  const { businessType: _none, ...withoutType } = profile.profile;
  await other.step('submit-underwriting', { ...profile, structure, profile: withoutType });
  await other.step('start-decisioning');
  counter.time.pass(10 * MINUTE);
  await other.step('terms/agree');
  await other.step('offer/accept');
  expect((await other.step('post-offer-kyc')).body.message).toContain('board resolution');
});

test('post-offer KYC goes back when the board resolution fails its review, and on with a new one', async () => {
  await borrower.acceptOffer('LN-SIM-board-fails', 'LIMITED_LIABILITY');
  await borrower.handInBoardResolution('unsigned');
  await save();
  counter.time.pass(HOUR);
  expect(await borrower.application()).toMatchObject({
    status: 'OFFER_ACCEPTED',
    offer_status: 'PENDING',
  });
  expect((await save()).body.message).toBe(
    'Please address the admin review feedback on your board resolution document',
  );
  await borrower.handInBoardResolution('signed');
  expect((await save()).status).toBe(200);
  counter.time.pass(5 * HOUR);
  expect(await borrower.application()).toMatchObject({ status: 'DISBURSED' });
});

test('post-offer KYC asks for a guarantor in a scenario, until the guarantor has answered', async () => {
  await borrower.acceptOffer('LN-SIM-guarantor');
  const gate = 'Please address the admin review feedback on your guarantor document';
  expect((await save()).body.message).toBe(gate);
  const guarantor = {
    first_name: 'Bola',
    last_name: 'Ade',
    phone: '08030000001',
    email: 'bola@example.test',
  };
  const invited = await borrower.step('guarantor', guarantor);
  expect(invited.status).toBe(201);
  expect(invited.body.data).toMatchObject({ ...guarantor, submittedAt: null });
  expect((await save()).body.message).toBe(gate);
  counter.time.pass(HOUR);
  const listed = (await counter.get(`/v1/loans/${borrower.applicationId}/guarantor`)).body.data;
  expect(listed).toEqual([expect.objectContaining({ ...guarantor, submittedAt: expect.any(String) })]);
  expect((await save()).status).toBe(200);
});
