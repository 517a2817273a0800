import { differencesFrom, holdersIn, identityIn } from '../../../src/domain/enrolment/customer-record';
import { identityOf } from '../../../src/domain/enrolment/identity';

const customer = {
  ...{ firstName: 'Ada', lastName: 'Obi' },
  ...{ bvn: '22000000001', nin: '11000000001', dateOfBirth: '1990-01-31' },
};
const record = {
  ...{ first_name: 'ADA', last_name: 'OBI' },
  ...{ bvn: '22000000001', nin: '11000000001', dob: '1990-01-31' },
};

test('a record with the same data is that of the customer, in whatever order and case it has the names', () => {
  expect(differencesFrom(customer, identityIn(record))).toEqual([]);
  const turned = { ...record, first_name: 'Obi', last_name: 'Ada' };
  expect(differencesFrom(customer, identityIn(turned))).toEqual([]);
});

test.each([
  ['another BVN, as a bank shows it that ignores the filter', { bvn: '22000000002' }, 'bvn'],
  ['no BVN', { bvn: null }, 'bvn'],
  ['another birth date', { dob: '1990-02-28' }, 'dateOfBirth'],
  ['another NIN', { nin: '11000000002' }, 'nin'],
  ['a birth date that cannot be read', { dob: undefined }, 'dateOfBirth'],
  ['another first name', { first_name: 'Bola' }, 'name'],
  ['a middle name beside those that were given', { first_name: 'Ada Ngozi' }, 'name'],
])('a record with %s is not that of the customer', (_what, shown, field) => {
  expect(differencesFrom(customer, identityIn({ ...record, ...shown }))).toEqual([field]);
});

test('a customer who gave no NIN has the record whatever NIN it shows', () => {
  expect(differencesFrom({ ...customer, nin: undefined }, identityIn(record))).toEqual([]);
});

test.each([undefined, 'Ada Obi', { firstName: 7, lastName: null, bvn: ['22000000001'] }])(
  'a message that is no customer is nobody: %j',
  (given) => {
    expect(differencesFrom(identityOf(given), customer)).toEqual(['name', 'bvn', 'dateOfBirth']);
  },
);

test('a customer may hold an account in the names that the record has, that of a business among them', () => {
  expect(holdersIn(record)).toEqual(['ADA OBI']);
  expect(holdersIn({ ...record, business_name: 'Obi Stores' })).toEqual(['ADA OBI', 'Obi Stores']);
  expect(holdersIn({ first_name: '', last_name: '', business_name: null })).toEqual([]);
});
