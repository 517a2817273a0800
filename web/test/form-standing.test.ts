import type { CasePage, OfferedCommand } from '../../src/desk/contract';
import { Problem } from '../src/api/problem';
import { isForStage, standingOf, withNews, type Opened } from '../src/commands/form-standing';

const amendment = { name: 'amend', allowed: true } as OfferedCommand;
const approval = { name: 'approve', allowed: true } as OfferedCommand;
const quiet = { isSending: false, error: undefined };
const problem = (type: string, status = 409) => ({
  isSending: false,
  error: new Problem({ detail: 'No.', type: `https://desk/problems/${type}`, status }),
});

const opened = (parts: Partial<Opened> = {}): Opened => ({
  target: { kind: 'payout', reference: 'pay-1', stage: 'checking', changes: 1 },
  command: amendment,
  ...parts,
});
const withChanges = (changes: number, command = amendment): Opened => ({
  target: { ...opened().target, changes },
  command,
});
const asks = (...digests: string[]) =>
  ({ approvals: digests.map((digest) => ({ digest })) }) as unknown as CasePage;
const deciding = (digest: string, changes = 1): Opened => ({
  target: { ...opened().target, changes, digest },
  command: approval,
  sheet: { digest } as Opened['sheet'],
});

test('a form whose case is as it was can be sent', () => {
  expect(standingOf(opened(), opened(), undefined, quiet)).toBe('open');
  expect(standingOf(deciding('a'), deciding('a'), asks('a'), quiet)).toBe('open');
});

test('a form that is bound to its content goes on once that has changed, any other does not care', () => {
  expect(standingOf(opened(), withChanges(2), undefined, quiet)).toBe('changed');
  const hold = { ...amendment, name: 'hold' };
  expect(standingOf(opened({ command: hold }), withChanges(2, hold), undefined, quiet)).toBe('open');
});

test('a fact that is not as the form shows it is a change', () => {
  const fact = (value: number) => [{ name: 'offeredKobo', label: 'Offer', kind: 'money' as const, value }];
  expect(standingOf(opened({ facts: fact(1) }), opened({ facts: fact(2) }), undefined, quiet)).toBe(
    'changed',
  );
  expect(standingOf(opened({ facts: fact(1) }), opened({ facts: fact(1) }), undefined, quiet)).toBe('open');
});

test('what nobody is asked for any more is gone, and comes back with what is asked anew', () => {
  expect(standingOf(deciding('a'), deciding('a'), asks(), quiet)).toBe('gone');
  expect(standingOf(deciding('a'), deciding('b', 2), asks('b'), quiet)).toBe('changed');
  expect(standingOf(deciding('a'), deciding('b', 2), undefined, quiet)).toBe('changed');
});

test('a proposal that was made anew in the same words is not the one that a form shows: its reason may be another', () => {
  const made = (since: string) => ({ digest: 'a', what: 'proposal', since });
  const form = { ...deciding('a'), sheet: made('2027-01-01T00:00:00Z') as Opened['sheet'] };
  const now = (since: string) => ({ approvals: [made(since)] }) as unknown as CasePage;
  expect(standingOf(form, form, now('2027-01-01T00:00:00Z'), quiet)).toBe('open');
  expect(standingOf(form, form, now('2027-01-02T00:00:00Z'), quiet)).toBe('gone');
});

test('a case that did not answer is not taken for decided', () => {
  const unanswered = { ...asks(), unanswered: 'No worker answers.' } as CasePage;
  expect(standingOf(deciding('a'), deciding('a'), unanswered, quiet)).toBe('open');
});

test('a refusal since the content was changed leads to the case, or goes on once the page has it', () => {
  expect(standingOf(deciding('a'), deciding('a'), undefined, problem('changed'))).toBe('gone');
  expect(standingOf(deciding('a'), deciding('b', 2), undefined, problem('changed'))).toBe('changed');
});

test('a form without a digest stays after such a refusal, with all that is typed in it', () => {
  const over = withChanges(2, { ...amendment, allowed: false });
  for (const now of [opened(), withChanges(2), over])
    expect(standingOf(opened(), now, undefined, problem('changed'))).toBe('changed');
});

test('a form that stops a case goes on whatever has changed', () => {
  const fact = (value: number) => [{ name: 'offerKobo', label: 'Offer', kind: 'money' as const, value }];
  const withdrawal = { ...amendment, name: 'withdraw' };
  const [before, after] = [1, 2].map((value) => opened({ command: withdrawal, facts: fact(value) }));
  expect(standingOf(before!, after!, undefined, quiet)).toBe('open');
});

test('a refusal since the case has moved on lets the form go on in the new stage', () => {
  const moved: Opened = { ...opened(), target: { ...opened().target, stage: 'sent' } };
  expect(standingOf(opened(), moved, undefined, quiet)).toBe('open');
  expect(standingOf(opened(), moved, undefined, problem('refused'))).toBe('moved');
});

test('what stops a case, a document, and the answer to a proposal are for no stage', () => {
  expect(
    [
      'hold',
      'cancel',
      'pause',
      'pauseCharging',
      'withdraw',
      'returnToApplicant',
      'confirmProposal',
      'refuseProposal',
    ].some((name) => isForStage({ name, fields: [] })),
  ).toBe(false);
  const document = {
    name: 'document',
    kind: 'document',
    about: 'It',
    optional: false,
    personal: true,
  } as const;
  expect(isForStage({ name: 'submitDocument', fields: [{ ...document, expectation: 'a file' }] })).toBe(
    false,
  );
  for (const name of ['approve', 'reject', 'release', 'acceptOffer', 'amend'])
    expect(isForStage({ name, fields: [] })).toBe(true);
});

describe('what comes up around a payment while its form is open', () => {
  const sheet = {
    digest: 'a',
    amountKobo: 100,
    makers: [],
    confirmations: '0 of 2',
  } as unknown as Opened['sheet'];
  const alike = [{ kind: 'payout', reference: 'PO-2' }];
  const now = (item: object, held?: object) =>
    ({ approvals: [{ ...sheet, ...item }], payout: { held, amountKobo: 100 } }) as unknown as CasePage;

  test('is shown: payments like it, approvals, and a hold', () => {
    const news = { alike, confirmations: '1 of 2', ifRejected: 'it is paid', changing: { changes: [] } };
    const told = withNews(sheet, now(news, { by: 'ada' }));
    expect(told).toMatchObject({ ...news, held: { by: 'ada' } });
  });

  test('is not taken from another content', () => {
    expect(withNews(sheet, now({ digest: 'b', alike, confirmations: '1 of 2' }))).toEqual(sheet);
    const payment = { amountKobo: 100, makers: [] };
    expect(withNews(payment, { ...now({}), payout: { ...payment, amountKobo: 7, alike } } as never)).toEqual(
      payment,
    );
  });
});

test('while its answer is out a form stays as it is, so that it can be sent again', () => {
  expect(standingOf(deciding('a'), deciding('b', 2), asks(), { ...quiet, isSending: true })).toBe('open');
  expect(standingOf(deciding('a'), deciding('b', 2), asks(), problem('worker', 503))).toBe('open');
});
