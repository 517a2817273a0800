import { dataOf, envelopeOf, eventOf, eventTypes } from '../../../src/domain/events/events';
import { kinds } from '../../../src/domain/kinds';
import { caseId } from '../../../src/domain/wire/workflow-ids';

const at = '2030-01-01T00:00:00.000Z';
const entry = (kind: 'start' | 'stage' | 'result' | 'command' | 'gap' | 'erasure', what: string) => ({
  ...{ id: 'run-1:1', at, kind, what, role: 'approver', requestId: 'r-1' },
});

const audited = Object.values(kinds).flatMap(({ noun, parts }) =>
  parts.flatMap(({ stages, workflow }) =>
    Object.entries(stages)
      .filter(([, { final, movesMoney }]) => final ?? movesMoney)
      .map(([stage, { final }]) => {
        const kind = final ? 'result' : 'stage';
        return [workflow.startsWith('repayment') ? 'repayment' : noun, kind, stage] as const;
      }),
  ),
);

test.each(audited)('other systems are told when a %s has the %s %s', (noun, kind, stage) => {
  const event = eventOf(caseId(noun, 'R-1'), entry(kind, stage));
  expect(event).toBeDefined();
  expect(dataOf(event!.type).strict().safeParse(event!.data).success).toBe(true);
});

test('an event holds the facts that its table names, and no others', () => {
  const facts = {
    amountKobo: 100,
    dutyKobo: 5_000,
    beneficiaryEndsWith: '6789',
    purpose: 'SALARY',
    feeKobo: 'x',
  };
  const told = eventOf('payout:PO-1', { ...entry('result', 'SUCCESS'), facts });
  expect(told).toEqual({ type: 'payout.succeeded', data: { amountKobo: 100, dutyKobo: 5_000 } });
});

test('a command is told with its role and its request, not with the person who gave it', () => {
  const told = eventOf('loan:LN-1', { ...entry('command', 'acceptOffer'), actor: 'officer-7' });
  const data = { command: 'acceptOffer', role: 'approver', requestId: 'r-1' };
  expect(told).toEqual({ type: 'case.command_taken', data });
});

test('what the store notes itself is no event', () => {
  expect(eventOf('loan:LN-1', entry('gap', 'x'))).toBeUndefined();
  expect(eventOf('loan:LN-1', entry('erasure', 'x'))).toBeUndefined();
});

test.each(eventTypes)('the envelope of %s takes no field beyond its own', (type) => {
  const id = 'b3c1d1d0-0000-8000-8000-000000000000';
  const given = { id, type, occurredAt: at, kind: 'loan', reference: 'R-1', number: 1, data: {} };
  expect(envelopeOf(type).safeParse({ ...given, number: 0 }).success).toBe(false);
});
