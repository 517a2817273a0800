import { isRecordOf } from '../../../src/domain/enrolment/customer-record';

const customer = { bvn: '22000000001', nin: '11000000001', dateOfBirth: '1990-01-31' };
const record = { bvn: '22000000001', nin: '11000000001', dob: '1990-01-31T00:00:00.000Z' };

test.each([
  ['the same data', record],
  ['a birth date without a time', { ...record, dob: '1990-01-31' }],
  ['a birth date that is midnight in Lagos', { ...record, dob: '1990-01-30T23:00:00.000Z' }],
])('a record with %s is that of the customer', (_what, shown) => {
  expect(isRecordOf(customer, shown)).toBe(true);
});

test.each([
  ['another BVN, as a bank shows it that ignores the filter', { ...record, bvn: '22000000002' }],
  ['no BVN', { ...record, bvn: null }],
  ['another birth date', { ...record, dob: '1990-02-28T00:00:00.000Z' }],
  ['another NIN', { ...record, nin: '11000000002' }],
  ['a birth date that is none', { ...record, dob: 'unknown' }],
])('a record with %s is not that of the customer', (_what, shown) => {
  expect(isRecordOf(customer, shown)).toBe(false);
});

test('a customer who gave no NIN has the record whatever NIN it shows', () => {
  expect(isRecordOf({ ...customer, nin: undefined }, record)).toBe(true);
});
