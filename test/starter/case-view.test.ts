import type { CaseFile } from '../../src/domain/case-file';
import { caseView, progressLine } from '../../src/starter/case-view';
import { subjects } from '../../src/starter/subjects';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

const file: CaseFile = {
  kind: 'loan',
  reference: 'LN-1',
  stage: 'BANK_STATEMENT',
  stageTitle: 'Bank statement',
  since: at(8),
  assignee: 'u-9',
  waiting: {
    for: 'OFFICER',
    about: 'a decision of a person',
    on: 'officer',
    toDo: 'Decide.',
    since: at(9),
    until: at(10),
  },
  attention: {
    cause: 'the bank statement could not be obtained',
    since: at(9),
    actions: ['retry', 'correctBankStatement', 'callTheBank'],
  },
  checklist: [{ item: 'ID_CARD_DOCS', status: 'rejected', reason: 'UNREADABLE' }],
  facts: { applicationId: 'a-1', offerAmountKobo: 1_234_550, offerExpiresAt: at(20), nextDueOn: null },
  commands: ['retry', 'correctBankStatement'],
  timeline: Array.from({ length: 12 }, (_, hour) => ({ at: at(hour), by: 'system', what: `Event ${hour}` })),
  ended: false,
};

test('a case says where it stands, for what it waits and who looks after it', () => {
  const text = caseView(subjects.loan, file);
  expect(text).toContain(
    'loan LN-1: Bank statement (BANK_STATEMENT) since 2026-03-01 08:00 UTC, looked after by u-9',
  );
  expect(text).toContain(
    'Waits for a decision of a person (officer), since 2026-03-01 09:00 UTC, until 2026-03-01 10:00 UTC\nDecide.',
  );
});

test('attention comes with the lines to type, for the commands that there are', () => {
  expect(caseView(subjects.loan, file)).toContain(
    [
      'Needs attention since 2026-03-01 09:00 UTC: the bank statement could not be obtained',
      '  npm run starter -- loan retry LN-1 --actor your-id',
      '  npm run starter -- loan correct-bank-statement LN-1 --sort-code 012345 --actor your-id',
      '',
    ].join('\n'),
  );
});

test('facts are told by their unit, the checklist with reasons', () => {
  const text = caseView(subjects.loan, file);
  expect(text).toMatch(/offer amount +NGN 12,345\.50/);
  expect(text).toMatch(/offer expires at +2026-03-01 20:00 UTC/);
  expect(text).toMatch(/next due on +none/);
  expect(text).toMatch(/ID_CARD_DOCS +rejected +UNREADABLE/);
});

test('the timeline is cut to the latest entries unless it is asked for', () => {
  expect(caseView(subjects.loan, file)).not.toContain('Event 3');
  expect(caseView(subjects.loan, file)).toContain('Event 4');
  expect(caseView(subjects.loan, file, Infinity)).toContain('Event 0');
});

test('progress is one line, with the instalments of a repayment', () => {
  const { attention: _none, ...calm } = file;
  const repaying = { ...calm, facts: { instalments: 6, instalmentsPaid: 2 } };
  expect(progressLine(subjects.loan, repaying)).toBe(
    '2026-03-01 11:00 UTC  Bank statement (2 of 6 instalments paid), waits for a decision of a person (officer), ' +
      'since 2026-03-01 09:00 UTC, until 2026-03-01 10:00 UTC',
  );
});
