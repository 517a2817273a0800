import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

test('an application is declined for a magic reference, with reasons', async () => {
  await borrower.receiveOffer('LN-SIM-declined');
  expect(await borrower.application()).toMatchObject({
    status: 'DECLINED',
    decline_reasons: ['Affordability'],
  });
});

test('an application waits for its decision in KYC_PROCESSING', async () => {
  await borrower.receiveOffer('LN-SIM-offer-late');
  expect(await borrower.application()).toMatchObject({ status: 'KYC_PROCESSING' });
  counter.time.pass(5 * DAY);
  expect(await borrower.application()).toMatchObject({ status: 'HAS_OFFER', offer_status: 'PENDING' });
});

test('the bank offers what was asked for, or half of it, with a schedule that adds up', async () => {
  await borrower.receiveOffer('LN-SIM-offer-half');
  const offer = (await counter.get(`/v1/loans/${borrower.applicationId}/offer`)).body.data;
  expect(offer).toMatchObject({ offerAmount: 30_000_000, tenure: 6, offerStatus: 'PENDING' });
  const principal = offer.repaymentSchedule.map(({ principalDue }: { principalDue: number }) => principalDue);
  expect(principal.reduce((sum: number, each: number) => sum + each, 0)).toBe(30_000_000);
});

test('the bank fails a bank statement first where asked to', async () => {
  await borrower.apply('LN-SIM-statement-fails');
  const status = async () =>
    (await counter.get(`/v1/loans/${borrower.applicationId}/bank-statement/status`)).body.data.status;
  const request = () => borrower.step('bank-statement', { sort_code: '901' });
  expect((await request()).body.data).toMatchObject({ status: 'PENDING', requestId: expect.any(String) });
  counter.time.pass(2 * MINUTE);
  expect(await status()).toBe('FAILED');
  await request();
  expect(await status()).toBe('PENDING');
  counter.time.pass(2 * MINUTE);
  expect(await status()).toBe('COMPLETED');
});

test('an offer ends when the borrower declines it', async () => {
  await borrower.receiveOffer();
  await borrower.step('offer/decline', { decline_reason: 'HIGH_INTEREST' });
  expect(await borrower.application()).toMatchObject({ status: 'OFFER_DECLINED' });
});
