import { asGoingOn, stageLine } from '../../src/desk/views/case-page';
import { kinds } from '../../src/domain/kinds';

test('the line of stages shows what is behind, where the case stands, and what is ahead', () => {
  const entry = (what: string) => ({ at: '2030-01-01T00:00:00.000Z', by: 'system', what });
  const line = stageLine(kinds.loan.stages, 'OFFER', [
    entry('Application'),
    entry('Decision'),
    entry('Offer'),
  ]);
  expect(Object.fromEntries(line.map(({ stage, state }) => [stage, state]))).toMatchObject({
    ...{ ENROLMENT: 'done', APPLICATION: 'done', UNDERWRITING: 'skipped', DECISION: 'done' },
    ...{ OFFER: 'current', TERMS: 'ahead', DISBURSED: 'ahead' },
  });
  expect(line.some(({ stage }) => stage === 'WITHDRAWN')).toBe(false);
});

test('a loan in arrears has been in repayment', () => {
  const line = stageLine(kinds.loan.stages, 'ARREARS', [
    { at: '2030-01-01T00:00:00.000Z', by: 'system', what: 'In arrears' },
  ]);
  expect(line.find(({ stage }) => stage === 'REPAYING')).toMatchObject({ state: 'done' });
});

test('a case that ended otherwise has nothing ahead of it', () => {
  const line = stageLine(kinds.loan.stages, 'WITHDRAWN', [
    { at: '2030-01-01T00:00:00.000Z', by: 'system', what: 'Offer' },
  ]);
  expect(line.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
    'ENROLMENT done',
    'OFFER done',
    'WITHDRAWN exit',
  ]);
});

test('a withdrawn loan that waits for the bank to close its application has no disbursement ahead of it or left out', () => {
  const entry = (what: string) => ({ at: '2030-01-01T00:00:00.000Z', by: 'system', what });
  const entered = [entry('Terms of use'), entry('To be closed at the bank')];
  const shown = (stage: string, more: readonly string[] = []) =>
    stageLine(kinds.loan.stages, stage, [...entered, ...more.map(entry)]).map((one) =>
      [one.stage, one.state].join(' '),
    );
  expect(shown('CLOSING')).toEqual(['ENROLMENT done', 'TERMS done', 'CLOSING exit']);
  expect(shown('WITHDRAWN', ['Withdrawn'])).toEqual([
    ...['ENROLMENT done', 'TERMS done', 'CLOSING done', 'WITHDRAWN exit'],
  ]);
  expect(shown('OFFER')).not.toContain('CLOSING ahead');
});

test('a payout shows that it was reopened once it was, and a case without a timeline tells nothing of stages that were left out', () => {
  const paid = stageLine(kinds.payout.stages, 'PENDING', []);
  expect(paid.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
    ...['PREPARING done', 'APPROVAL done', 'APPROVED done', 'SUBMITTING done'],
    ...['PENDING current', 'SUCCESS ahead'],
  ]);
  expect(stageLine(kinds.payout.stages, 'REOPENED', []).at(-1)).toMatchObject({ state: 'current' });
});

test.each([
  ['REOPENED', 'SUCCESS done, REOPENED current'],
  ['REVERSED', 'SUCCESS done, REOPENED done, REVERSED exit'],
  ['SUCCESS', 'SUCCESS current'],
] as const)(
  'a payout that was reopened shows of its first run what every payment has reached, and no approval: %s',
  (stage, end) => {
    const noted = {
      at: '2030-01-01T00:00:00.000Z',
      by: 'system',
      what: 'Needs attention: it was taken back',
    };
    const ended = { ...noted, what: kinds.payout.stages[stage]!.title };
    const line = stageLine(kinds.payout.stages, stage, stage === 'REOPENED' ? [noted] : [noted, ended]);
    expect(line.map((one) => `${one.stage} ${one.state}`).join(', ')).toBe(
      `PREPARING done, SUBMITTING done, ${end}`,
    );
  },
);

test('a payout that was reversed without having been reopened shows what it reached alone', () => {
  const titles = [kinds.payout.stages.SUBMITTING!.title, kinds.payout.stages.REVERSED!.title];
  const entries = titles.map((what) => ({ at: '2030-01-01T00:00:00.000Z', by: 'system', what }));
  expect(stageLine(kinds.payout.stages, 'REVERSED', entries).map(({ stage }) => stage)).toEqual([
    ...['PREPARING', 'SUBMITTING', 'REVERSED'],
  ]);
});

test('a loan that was just disbursed has not ended: its repayment follows', () => {
  expect(asGoingOn({ stage: 'DISBURSED', ended: true })).toMatchObject({ ended: false });
  expect(asGoingOn({ stage: 'WITHDRAWN', ended: true })).toMatchObject({ ended: true });
});

test('a payout that was changed before its approval has the approval ahead of it again, and arrears stay behind a loan', () => {
  const at = (what: string, day: number) => ({ at: `2030-01-0${day}T00:00:00.000Z`, by: 'system', what });
  const payout = stageLine(kinds.payout.stages, 'PREPARING', [
    at('To be approved', 1),
    at('Checking the beneficiary', 2),
  ]);
  expect(payout.find(({ stage }) => stage === 'APPROVAL')).toMatchObject({ state: 'ahead' });
  const loan = stageLine(kinds.loan.stages, 'REPAYING', [at('In arrears', 1), at('In repayment', 2)]);
  expect(loan.find(({ stage }) => stage === 'ARREARS')).toMatchObject({ state: 'done' });
});
