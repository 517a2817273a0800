import { CASE_COLUMNS, caseLine } from '../../src/desk/views/case-csv';
import type { ListedCase } from '../../src/records/projection/list';
import { REAL_TIME } from '../../src/domain/time/clock';

const AT = new Date('2026-01-31T23:30:00Z');

const loan = (facts: object, more: object = {}) =>
  ({
    ...{ kind: 'loan', reference: 'LN-1', workflowId: 'loan:LN-1', names: { name: 'Ngozi Okafor' } },
    snapshot: { stage: 'REPAYING', stageTitle: 'In repayment', ended: false, commands: [], facts },
    ...{ since: AT, startedAt: AT, changedAt: AT, readAt: AT, needsPerson: false, disbursedAt: undefined },
    ...more,
  }) as unknown as ListedCase;

test('a loan that repays tells the bookkeeper its amounts, what it costs, and what is paid, owed and overdue', () => {
  const facts = {
    ...{ disbursedKobo: 30_000_000, instalments: 3, instalmentsPaid: 1 },
    ...{ repaidKobo: 11_000_000, outstandingKobo: 22_000_000, nextDueOn: '2026-01-15' },
  };
  const owed = [
    { dueOn: '2026-01-15', owedKobo: 11_000_000 },
    { dueOn: '2099-02-15', owedKobo: 11_000_000 },
  ];
  const unpaid = { clock: REAL_TIME, instalments: owed };
  expect(caseLine(loan(facts, { disbursedAt: AT, unpaid }), new Map())).toMatchObject({
    ...{ reference: 'LN-1', name: 'Ngozi Okafor', disbursed: '2026-02-01', disbursedAmount: '300000.00' },
    ...{ offeredAmount: '300000.00', feeAndInterest: '30000.00', instalments: '3', instalmentsPaid: '1' },
    ...{ repaid: '110000.00', outstanding: '220000.00', overdue: '110000.00', nextDue: '2026-01-15' },
  });
});

test('a loan before its disbursement tells its offer, and a payout none of it', () => {
  const facts = { offerAmountKobo: 30_000_000, offerFeeAndInterestKobo: 3_000_000 };
  const line = caseLine(loan(facts), new Map());
  expect(line).toMatchObject({ offeredAmount: '300000.00', feeAndInterest: '30000.00' });
  expect(line.outstanding).toBeUndefined();
  const payout = caseLine(loan({ ...facts, amountKobo: 5 }, { kind: 'payout' }), new Map());
  expect(payout.offeredAmount).toBeUndefined();
});

test('what a case waits for tells its instants in Lagos time', () => {
  const cause = 'waiting for the board resolution since 2026-12-10 23:06 UTC';
  const { snapshot } = loan({});
  const line = caseLine(loan({}, { snapshot: { ...snapshot, attention: { cause } } }), new Map());
  expect(line.waitsFor).toBe('waiting for the board resolution since 11 Dec 2026, 00:06 WAT');
});

test('every cell of a line has its column', () => {
  const line = caseLine(loan({}), new Map());
  expect(Object.keys(line).filter((name) => !CASE_COLUMNS.some((column) => column === name))).toEqual([]);
});
