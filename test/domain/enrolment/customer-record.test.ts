import { isRecordOf } from '../../../src/domain/enrolment/customer-record';

const customer = { bvn: '22000000001', nin: '11000000001', dateOfBirth: '1990-01-31' };
const record = { bvn: '22000000001', nin: '11000000001', dob: '1990-01-31' };

test('a record with the same data is that of the customer', () => {
  expect(isRecordOf(customer, record)).toBe(true);
});

test.each([
  ['another BVN, as a bank shows it that ignores the filter', { ...record, bvn: '22000000002' }],
  ['no BVN', { ...record, bvn: null }],
  ['another birth date', { ...record, dob: '1990-02-28' }],
  ['another NIN', { ...record, nin: '11000000002' }],
  ['a birth date that cannot be read', { ...record, dob: undefined }],
])('a record with %s is not that of the customer', (_what, shown) => {
  expect(isRecordOf(customer, shown)).toBe(false);
});

test('a customer who gave no NIN has the record whatever NIN it shows', () => {
  expect(isRecordOf({ ...customer, nin: undefined }, record)).toBe(true);
});
