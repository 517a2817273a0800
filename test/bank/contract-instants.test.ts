import fc from 'fast-check';
import { contract } from '../../src/bank/contract';
import { dayOf, instantOf } from '../../src/bank/contract/fields';

test.each([
  ['2026-01-31T14:30:00Z', '2026-01-31T14:30:00.000Z'],
  ['2026-01-31T14:30:00.5z', '2026-01-31T14:30:00.500Z'],
  ['2026-01-31T14:30:00.123456+0000', '2026-01-31T14:30:00.123Z'],
  ['2026-01-31T14:30:00+01:00', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31T14:30+01', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31 14:30:00 -0530', '2026-01-31T20:00:00.000Z'],
  ['2026-01-31T14:30:00', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31 14:30', '2026-01-31T13:30:00.000Z'],
  ['2026-01-31', '2026-01-31T22:59:59.999Z'],
  [' 2024-02-29 ', '2024-02-29T22:59:59.999Z'],
])('the bank means by "%s" the instant %s', (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

test.each([
  '',
  'yesterday',
  '31/12/2026',
  '31/12/2026 17:00',
  '12/31/2026',
  '2026-02-30',
  '2026-13-01',
  '2026-01-31T24:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T10:60:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
])('"%s" is neither an instant nor a day', (text) => {
  expect(instantOf(text)).toBeUndefined();
  expect(dayOf(text)).toBeUndefined();
});

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2026-01-31T00:00:00.000Z', '2026-01-31'],
  ['2026-01-30T23:00:00.000Z', '2026-01-31'],
  ['2026-01-31T00:00:00+01:00', '2026-01-31'],
  ['2026-01-31 17:00', '2026-01-31'],
])('the bank means by "%s" the day %s in Lagos', (text, day) => {
  expect(dayOf(text)).toBe(day);
});

test('an instant that is written in UTC, with an offset or without a zone is the same instant', () => {
  const instants = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const inLagos = new Date(date.getTime() + 3_600_000).toISOString().slice(0, -1);
      for (const text of [date.toISOString(), `${inLagos}+01:00`, inLagos])
        expect(instantOf(text)).toBe(date.toISOString());
    }),
  );
});

const offer = {
  id: 'O-1',
  offerAmount: 100,
  tenure: 1,
  interestRate: 1,
  repaymentSchedule: [{ dueDate: 'soon', principalDue: 90, interestDue: 10, totalDue: 100 }],
  offerStatus: 'PENDING',
};

test.each(['', '31/12/2026 17:00', null, undefined])(
  'an offer whose end is %p is read as an offer without an end',
  (expiresAt) => {
    expect(contract.getOffer.data.parse({ ...offer, expiresAt }).expiresAt ?? undefined).toBeUndefined();
  },
);

test('an offer that ends on a day alone can be taken until that day ends in Lagos', () => {
  const { expiresAt } = contract.getOffer.data.parse({ ...offer, expiresAt: '2026-12-31' });
  expect(expiresAt).toBe('2026-12-31T22:59:59.999Z');
});

const instalment = {
  principalDue: 90,
  interestDue: 10,
  totalDue: 100,
  paidAmount: 0,
  status: 'UNPAID',
};

test('an instalment is due on a day, however the bank writes it', () => {
  const schedule = [{ ...instalment, dueDate: '2026-12-31T17:00:00+01:00' }];
  expect(contract.getRepaymentSchedule.data.parse({ schedule }).schedule[0]?.dueDate).toBe('2026-12-31');
});

test('a schedule with an instalment of which nobody can tell when it is due cannot be read', () => {
  const schedule = [{ ...instalment, dueDate: '31/12/2026' }];
  const { error } = contract.getRepaymentSchedule.data.safeParse({ schedule });
  expect(error?.issues[0]?.path).toEqual(['schedule', 0, 'dueDate']);
});

test('a loan that is not disbursed has no id, however the bank writes that', () => {
  const application = {
    application_id: 'A-1',
    customer_id: 'C-1',
    amount: 100,
    repayment_period: 1,
    loan_purpose: 'OTHERS',
    status: 'PENDING',
    created_at: '',
    updated_at: '',
  };
  for (const loan_id of ['', 'not yet', null, 'L'.repeat(201)])
    expect(contract.getLoanApplication.data.parse({ ...application, loan_id }).loan_id ?? '').toBe('');
});
