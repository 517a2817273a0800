import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import type { EffectName } from '../../../sandbox/committed-log';
import type { Evidence, CaseEvidence } from '../../../chaos/readings/evidence';
import { findingsIn } from '../../../chaos/readings/oracle';

const snapshotOf = (changes: Partial<CaseSnapshot>): CaseSnapshot => ({
  kind: 'payout',
  reference: 'PO-1',
  stage: 'SUCCESS',
  stageTitle: 'Paid',
  since: '2026-01-05T09:00:00.000Z',
  checklist: [],
  facts: {},
  commands: [],
  timeline: [],
  ended: true,
  ...changes,
});

const payout = (changes: Partial<CaseSnapshot> = {}, more: Partial<CaseEvidence> = {}): CaseEvidence => ({
  workflowId: 'payout:PO-1',
  wanted: { reference: 'PO-1', payee: '901 1000000001', amountKobo: 50_000 },
  snapshot: snapshotOf(changes),
  events: 31,
  ...more,
});

const loan = (stage: string, kind: CaseSnapshot['kind'] = 'loan'): CaseEvidence => ({
  workflowId: `${kind}:LN-1`,
  wanted: { reference: 'LN-1', bvn: '22000000001' },
  snapshot: snapshotOf({
    kind,
    reference: 'LN-1',
    stage,
    facts: { customerId: 'c-1', applicationId: 'a-1', loanId: 'l-1' },
  }),
  events: 200,
});

const records: Evidence['records'] = {
  customers: [
    { id: 'c-1', bvn: '22000000001' },
    { id: 'c-2', bvn: '22000000002' },
  ],
  applications: [
    { id: 'a-1', reference: 'LN-1', customerId: 'c-1' },
    { id: 'a-2', reference: 'LN-2', customerId: 'c-2' },
  ],
  loans: [{ id: 'l-1', applicationId: 'a-1', instalments: [{ dueOn: '2026-01-31', dueKobo: 60_000 }] }],
  payouts: [{ reference: 'PO-1', payee: '901 1000000001', amountKobo: 50_000 }],
};

type Effect = readonly [effect: EffectName, key: string, note?: string, amountKobo?: number];
const committed = (...effects: Effect[]): Evidence['committed'] =>
  effects.map(([effect, key, note, amountKobo], place) => ({
    seq: place + 1,
    at: '2026-01-05T09:00:00.000Z',
    operation: 'time',
    effect,
    key,
    ...(note !== undefined && { note }),
    ...(amountKobo !== undefined && { amountKobo }),
  }));

const sent: Effect = ['payout-committed', 'PO-1'];
const paid: Effect = ['payout-succeeded', 'PO-1'];
const lent: Effect = ['disbursed', 'a-1'];
const repaid: Effect = ['repayment', 'LN-1-d20260131-a1', 'l-1', 60_000];
const closed: Effect = ['loan-closed', 'l-1'];

const found = (effects: Effect[], cases: CaseEvidence[], more: Partial<Evidence> = {}) =>
  findingsIn({ committed: committed(...effects), records, cases, calls: 20, ...more }).map(
    ({ fault }) => fault,
  );

const attention = { cause: 'the reply cannot be read', since: '2026-01-05T09:00:00.000Z', actions: [] };
const stopped = { stage: 'PENDING', ended: false, attention } as const;

test('a payout that was paid once and a loan that was repaid once are found faultless', () => {
  const effects = [sent, paid, lent, repaid, closed];
  expect(found(effects, [payout(), loan('DISBURSED'), loan('CLOSED', 'repayment')])).toEqual([]);
});

test('a payout that failed and a payout that was never sent are found faultless', () => {
  expect(found([sent, ['payout-failed', 'PO-1']], [payout({ stage: 'FAILED' })])).toEqual([]);
  expect(found([], [payout({ stage: 'CANCELLED' })])).toEqual([]);
});

test('a post-offer KYC that is saved anew after a failed review took it back is found faultless', () => {
  const saved: Effect = ['post-offer-kyc-saved', 'a-1'];
  const failed: Effect = ['board-resolution-reviewed', 'a-1', 'FAILED'];
  expect(found([saved, failed, saved], [loan('OFFER')])).toEqual([]);
  expect(found([saved, saved, failed], [loan('OFFER')])).toEqual(['doubleEffects']);
});

test('a case that needs attention and has a command that moves it is found faultless', () => {
  expect(found([sent], [payout({ ...stopped, commands: ['addNote', 'resolveAttention'] })])).toEqual([]);
});

test.each<[string, Effect[]]>([
  ['a payout is committed twice', [sent, sent, paid]],
  [
    'a reference has two applications',
    [
      ['application-created', 'a-1', 'LN-1'],
      ['application-created', 'a-9', 'LN-1'],
    ],
  ],
  ['one reference is charged twice', [repaid, repaid]],
  ['an instalment is charged twice', [repaid, ['repayment', 'LN-1-d20260131-a2', 'l-1', 60_000]]],
])('it is a double effect when %s', (_what, effects) => {
  expect(new Set(found(effects, [loan('OFFER')]))).toEqual(new Set(['doubleEffects']));
});

test.each<[string, Effect[], CaseEvidence]>([
  ['a payout that was taken says CANCELLED', [sent, paid], payout({ stage: 'CANCELLED' })],
  ['a payout that was paid says FAILED', [sent, paid], payout({ stage: 'FAILED' })],
  ['a payout that is under way says FAILED', [sent], payout({ stage: 'FAILED' })],
  ['a loan that was disbursed says WITHDRAWN', [lent], loan('WITHDRAWN')],
  [
    'a batch says that a row was cancelled, and it is paid',
    [sent, paid],
    payout(
      { kind: 'batch', reference: 'BT-1', stage: 'DONE' },
      { rows: [{ reference: 'PO-1', status: 'CANCELLED' }] },
    ),
  ],
])('it is falsely unsent when %s', (_what, effects, one) => {
  expect(found(effects, [one])).toEqual(['falselyUnsent']);
});

test.each<[string, Effect[], CaseEvidence]>([
  ['a payout under way says SUCCESS', [sent], payout()],
  ['a payout that was not taken back says REVERSED', [sent, paid], payout({ stage: 'REVERSED' })],
  ['a loan says DISBURSED before the money went', [], loan('DISBURSED')],
  ['a loan says CLOSED before it is repaid', [lent], loan('CLOSED', 'repayment')],
  ['a customer says VERIFIED before the KYC', [], loan('VERIFIED', 'enrolment')],
])('it is falsely settled when %s', (_what, effects, one) => {
  expect(found(effects, [one])).toEqual(['falselySettled']);
});

test.each<[string, object]>([
  ['the customer', { customerId: 'c-2' }],
  ['the application', { applicationId: 'a-2' }],
])("it is a wrong record when %s is another person's", (_what, facts) => {
  const one = loan('OFFER');
  const snapshot = { ...one.snapshot, facts: { ...one.snapshot.facts, ...facts } };
  expect(found([], [{ ...one, snapshot }])).toEqual(['wrongRecord']);
});

test('it is a wrong record when the bank paid another account', () => {
  const wanted = { reference: 'PO-1', payee: '901 1000000002', amountKobo: 50_000 };
  expect(found([sent, paid], [payout({}, { wanted })])).toEqual(['wrongRecord']);
});

test('a payout is called paid when it says SUCCESS although its days were compared and its money came back', () => {
  const effects: Effect[] = [sent, paid, ['payout-reversed', 'PO-1']];
  expect(found(effects, [payout()], { differences: [] })).toEqual(['calledPaid']);
  expect(found(effects, [payout({ stage: 'REVERSED' })], { differences: [] })).toEqual([]);
});

test('a difference that the comparison of a faultless day finds is a false one', () => {
  expect(found([sent, paid], [payout()], { differences: ['a debit of 2500 kobo'] })).toEqual([
    'falseDifferences',
  ]);
});

test('it is boundless when a case has thousands of events, or its bank thousands of calls', () => {
  expect(found([sent, paid], [payout({}, { events: 5_000 })])).toEqual(['boundless']);
  expect(found([sent, paid], [payout()], { calls: 5_000 })).toEqual(['boundless']);
});

test('a case is wedged when its task fails, or when it stands still and shows no reason', () => {
  expect(found([sent, paid], [payout({}, { taskFailure: 'TypeError' })])).toEqual(['wedged']);
  expect(found([sent], [payout({ stage: 'PENDING', ended: false })])).toEqual(['wedged']);
});

test('a case is without exit when it needs attention and no command moves it', () => {
  expect(found([sent], [payout({ ...stopped, commands: ['recheck', 'addNote', 'hold'] })])).toEqual([
    'withoutExit',
  ]);
});

test('a batch whose payouts wait has their way on, and none once they have ended', () => {
  const stuck = { kind: 'batch', ...stopped, commands: ['addNote'] } as const;
  const batch = payout(stuck, { workflowId: 'batch:BT-1', rows: [{ reference: 'PO-1', status: 'PENDING' }] });
  expect(found([sent], [batch, payout({ ...stopped, commands: ['resolveAttention'] })])).toEqual([]);
  expect(found([sent], [batch, payout({ stage: 'SUCCESS', ended: true })])).toContain('withoutExit');
});
