import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY, MINUTE } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

const verified = async (bvn: string, seconds = 2 * MINUTE) => {
  await borrower.enrol(bvn);
  await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  counter.time.pass(seconds);
  return borrower.kyc();
};

test('the KYC verification is pending from the enrolment on and takes its time', async () => {
  await borrower.enrol();
  counter.time.pass(DAY);
  expect(await borrower.kyc()).toMatchObject({ kyc_status: 'PENDING' });
  await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  counter.time.pass(2 * MINUTE - 1);
  expect(await borrower.kyc()).toMatchObject({ kyc_status: 'PENDING' });
  counter.time.pass(1);
  expect(await borrower.kyc()).toMatchObject({ kyc_status: 'VERIFIED', verified_at: expect.any(String) });
});

test('the KYC verification is rejected for a magic BVN, with a reason', async () => {
  expect(await verified('99999901001')).toMatchObject({
    kyc_status: 'REJECTED',
    rejection_reason: 'BVN details do not match',
  });
});

test('the KYC verification succeeds at the second start where the first is rejected', async () => {
  expect(await verified('99999902001')).toMatchObject({ kyc_status: 'REJECTED' });
  await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  counter.time.pass(2 * MINUTE);
  expect(await borrower.kyc()).toMatchObject({ kyc_status: 'VERIFIED', rejection_reason: null });
});

test('the KYC verification may take days, never end, or show an unknown status', async () => {
  expect(await verified('99999903001', 2 * DAY)).toMatchObject({ kyc_status: 'PENDING' });
  expect(await verified('99999904001', 300 * DAY)).toMatchObject({ kyc_status: 'PENDING' });
  expect(await verified('99999905001')).toMatchObject({ kyc_status: 'MANUAL_REVIEW' });
});
