import type { CaseDetails } from '../../../src/domain/case/details';
import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import { caseView, progressLine } from '../../../src/cli/views/case';
import { contentDigest } from '../../../src/authority/digest';
import { kinds } from '../../../src/domain/kinds';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

const snapshot: CaseSnapshot = {
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
  const text = caseView(kinds.loan, snapshot);
  expect(text).toContain(
    'loan LN-1: Bank statement (BANK_STATEMENT) since 2026-03-01 08:00 UTC (09:00 Lagos), looked after by u-9',
  );
  expect(text).toContain(
    'Waits for a decision of a person (officer), since 2026-03-01 09:00 UTC (10:00 Lagos), until 2026-03-01 10:00 UTC (11:00 Lagos)\nDecide.',
  );
});

test('a case that never began says why below its stage, and names no call that waits', () => {
  const notBegun = 'No worker takes the payout PO-1, and nothing of it is done: its key is unknown.';
  const { waiting: _waiting, attention: _attention, ...bare } = snapshot;
  const text = caseView(kinds.payout, { ...bare, stageTitle: 'Not begun', ended: true, calls: [], notBegun });
  expect(text).toMatch(/^payout LN-1: Not begun .*\n\nNo worker takes the payout PO-1/);
  expect(text).not.toContain('Calls that wait');
});

const details: CaseDetails = {
  ...{ amountKobo: 1_000_000, source: { accountNumber: '9000000001' }, nameOnAccount: 'ADA OBI' },
  beneficiary: { bankCode: '901', accountNumber: '0123456789', accountName: 'Ada Obi' },
};
const WHOLE =
  /\n +amount +₦10,000\.00\n +from account +9000000001\n +to account +0123456789 at bank 901\n +name in the order +Ada Obi\n +name at the bank +ADA OBI\n/;
const terms = {
  ...{ digest: 'd', confirmations: '0 of 1', roles: ['approver'], makers: ['u-1'], approvers: [] },
  until: at(10),
};

test('what is to be approved is shown whole, for whoever compares it with the order', () => {
  const text = caseView(kinds.payout, { ...snapshot, approval: terms }, 1, { details, contents: new Map() });
  expect(text).toMatch(new RegExp(`To be approved${WHOLE.source}`));
});

/** A payout with a proposal, and how it is shown if the case tells this content. */
function proposing(told: readonly unknown[]) {
  const values = { accountName: 'Bola Eze', accountNumber: '0690000093', remark: 'Rent\naccount number 1' };
  const content = ['payout', 'PO-1', 'amend', ...Object.entries(values)];
  const proposal = { ...terms, command: 'amend', by: 'operator u-1', since: at(9) };
  const what = 'accountNumber ending in 0093, accountName';
  const proposals = [{ ...proposal, what, digest: contentDigest(content) }];
  const contents = new Map(told.map((one) => [contentDigest(one), one]));
  return { content, text: caseView(kinds.payout, { ...snapshot, proposals }, 1, { details, contents }) };
}

test('what is proposed is shown whole, and the present payout is not what people agree to', () => {
  const { content } = proposing([]);
  const { text } = proposing([content]);
  expect(text).toMatch(
    /Proposed, to be confirmed by a second person\n +amend +by operator u-1 .*[0-9a-f]{64}\n +account name +Bola Eze\n +account number +0690000093\n +remark +Rent account number 1\n/,
  );
  expect(text).toMatch(new RegExp(`As it is now${WHOLE.source}`));
  expect(text).not.toContain('To be approved');
});

test('a proposal whose content is not that of its digest is not shown, and nobody is to agree to it', () => {
  const { text } = proposing([['payout', 'PO-1', 'amend', ['accountNumber', '0690000099']]]);
  expect(text).toMatch(
    /amend +by operator u-1 .*\n +What it would do cannot be shown now: do not confirm it/,
  );
  expect(text).not.toContain('0690000099');
});

test('an identity number that is proposed is shown by its last digits', () => {
  const content = ['loan', 'LN-1', 'correctCustomer', ['bvn', '22212345678']];
  const proposal = { ...terms, command: 'correctCustomer', by: 'officer u-1', what: 'bvn', since: at(9) };
  const proposals = [{ ...proposal, digest: contentDigest(content) }];
  const contents = new Map([[contentDigest(content), content]]);
  const text = caseView(kinds.loan, { ...snapshot, proposals }, 1, { details: {}, contents });
  expect(text).toMatch(/\n +bvn +…5678\n/);
});

test('attention comes with the lines to type, for the commands that there are', () => {
  expect(caseView(kinds.loan, snapshot)).toContain(
    [
      'Needs attention since 2026-03-01 09:00 UTC (10:00 Lagos): the bank statement could not be obtained',
      '  npm run starter -- loan retry LN-1 --actor <your-id>',
      '  npm run starter -- loan correct-bank-statement LN-1 --from <file.json> --actor <your-id>',
      '',
    ].join('\n'),
  );
});

test('facts are told by their unit, the checklist with reasons', () => {
  const text = caseView(kinds.loan, snapshot);
  expect(text).toMatch(/offer amount +₦12,345\.50/);
  expect(text).toMatch(/offer expires at +2026-03-01 20:00 UTC \(21:00 Lagos\)/);
  expect(text).toMatch(/next due on +none/);
  expect(text).toMatch(/ID_CARD_DOCS +rejected +UNREADABLE/);
});

test('the timeline is cut to the latest entries unless it is asked for', () => {
  expect(caseView(kinds.loan, snapshot)).not.toContain('Event 3');
  expect(caseView(kinds.loan, snapshot)).toContain('Event 4');
  expect(caseView(kinds.loan, snapshot, Infinity)).toContain('Event 0');
});

test('progress is one line, with the instalments of a repayment', () => {
  const { attention: _none, ...calm } = snapshot;
  const repaying = { ...calm, facts: { instalments: 6, instalmentsPaid: 2 } };
  expect(progressLine(kinds.loan, repaying)).toBe(
    '2026-03-01 11:00 UTC (12:00 Lagos)  Bank statement (2 of 6 instalments paid), waits for a decision of a person (officer), ' +
      'since 2026-03-01 09:00 UTC (10:00 Lagos), until 2026-03-01 10:00 UTC (11:00 Lagos)',
  );
});

test('a payout whose sending was refused does not claim a time at which it was sent', () => {
  const payout = { ...snapshot, kind: 'payout', facts: { sentAt: at(7) } } as const;
  expect(caseView(kinds.payout, { ...payout, stage: 'SUBMITTING' })).not.toContain('sent at');
  expect(caseView(kinds.payout, { ...payout, stage: 'PENDING' })).toContain('sent at');
});

test('instants and commands in the sentences of a worker are told as people type and read them', () => {
  const attention = { cause: `acceptOffer came after ${at(23)}`, since: at(9), actions: [] };
  expect(caseView(kinds.loan, { ...snapshot, attention })).toContain(
    'accept-offer came after 2026-03-01 23:00 UTC (2026-03-02 00:00 Lagos)',
  );
});

test('rows that a cause names stand in the lines to type', () => {
  const cause = 'row 5: the account could not be resolved; rows 7, 9-11: the reference has been used before';
  const attention = { cause, since: at(9), actions: ['excludeRows'] };
  expect(caseView(kinds.batch, { ...snapshot, kind: 'batch', attention })).toContain('--rows 5,7,9-11 ');
});
