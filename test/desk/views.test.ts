import { contentDigest } from '../../src/authority/digest';
import { readFileSync } from 'node:fs';
import { KINDS } from '../../src/desk/contract/fields';
import { formField } from '../../src/desk/contract/command-forms';
import type { Route } from '../../src/desk/contract/route';
import { routes } from '../../src/desk/contract/routes';
import { approvalItemsOf } from '../../src/desk/views/approvals';
import { formFieldsOf } from '../../src/desk/views/commands';
import { payoutOf, presentOf, seesAccounts } from '../../src/desk/views/details';
import { detailsIn } from '../../src/domain/case/details';
import { movedOn } from '../../src/desk/refused';
import { factsOf, sentenceOf } from '../../src/desk/views/case-page';
import { overdueCause, waitingFor } from '../../src/domain/case/snapshot';
import { payoutCommands } from '../../src/domain/payout/commands';
import { payoutStages } from '../../src/domain/payout/stages';
import { statementLines } from '../../src/desk/routes/repayments';
import { kinds } from '../../src/domain/kinds';

const payoutFile = JSON.parse(readFileSync('examples/payout.json', 'utf8')) as {
  readonly beneficiary: { readonly accountNumber: string };
};

/** What two people did, with words of the first alone. */
const timeline = [
  {
    ...{ at: 'before', by: 'operator maker-2' },
    what: payoutCommands.confirmName.summary,
    note: 'KNOWN_ALIAS: Maiden name',
  },
  {
    ...{ at: 'then', by: 'supervisor supervisor-1' },
    what: payoutCommands.hold.summary,
    note: 'SUSPECTED_FRAUD',
  },
];

function approvalItem(facts: object, people: object = {}, details = {}, role = 'approver', branch?: string) {
  const content = ['PO-1', 1_000_000, '9000000001', '901', '0123456789', 'ADA EZE', 'Rent'];
  const digest = contentDigest(content);
  const approval = {
    ...{ digest, confirmations: '0 of 1', roles: ['approver'], makers: ['maker-1'], approvers: [] },
    ...people,
  };
  const snapshot = { stage: 'APPROVAL', facts, approval, commands: ['approve'], since: 'now', timeline };
  const about = {
    kind: 'payout',
    reference: 'PO-1',
    snapshot,
    contents: new Map([[digest, content]]),
    details,
    accounts: [{ accountNumber: '9000000001', name: 'Operations' }],
    banks: new Map([['901', 'Almond Bank']]),
  };
  const person = { subject: 'approver-1', roles: [role], branch };
  return approvalItemsOf(about as never, person as never, { isNeeded: () => false } as never)[0];
}

test('the end of an offer cannot be read as a due date', () => {
  const [fact] = factsOf({ offerExpiresAt: '2026-11-25T09:00:00.000Z' });
  expect(fact).toMatchObject({ label: 'Accept the offer before', kind: 'instant' });
});

test('an approver sees the stamp duty beside the amount, and why there is none', () => {
  expect(approvalItem({ dutyKobo: 5_000 })).toMatchObject({ amountKobo: 1_000_000, dutyKobo: 5_000 });
  expect(approvalItem({ dutyKobo: 0, purpose: 'SALARY' })).toMatchObject({ dutyKobo: 0, purpose: 'SALARY' });
});

test('a batch whose rows differ in names, or are only close, is marked in the list', () => {
  expect(approvalItem({ namesClose: 2 })?.nameVerdict).toBe('close');
  expect(approvalItem({ namesDiffer: 1, namesClose: 2 })?.nameVerdict).toBe('mismatch');
  expect(approvalItem({ namesDiffer: 3 })?.nameVerdict).toBe('mismatch');
  expect(approvalItem({ namesDiffer: 0 })?.nameVerdict).toBeUndefined();
});

test('an approver sees the bank by the name that the bank itself lists for the code, whatever the maker wrote', () => {
  expect(approvalItem({ bankName: 'GTBank' })).toMatchObject({
    bankName: 'Almond Bank',
    beneficiaryEndsWith: '6789',
  });
});

test('whoever may agree by the policy and branch sees the whole account of the payee, and our own whole with its name', () => {
  const beneficiary = { bankCode: '901', accountNumber: '0123456789', accountName: 'Ada Eze' };
  const item = (role: string, branch = 'ikeja') =>
    approvalItem({ branch: 'ikeja' }, { roles: ['officer'] }, { beneficiary }, role, branch);
  expect(item('officer')).toMatchObject({
    beneficiaryAccount: '0123456789',
    source: { accountNumber: '9000000001', name: 'Operations' },
  });
  expect(item('auditor')?.beneficiaryAccount).toBeUndefined();
  expect(item('officer', 'kano')?.beneficiaryAccount).toBeUndefined();
  expect(item('auditor')?.source).toMatchObject({ accountNumber: '9000000001' });
});

test('an approver sees the whole account, what was changed since the payout was made, and who has confirmed a name', () => {
  const beneficiary = { bankCode: '901', accountNumber: '0123456789', accountName: 'Ada Eze' };
  const made = { amountKobo: 900_000, beneficiary: { ...beneficiary, accountNumber: '0123456780' } };
  const facts = {
    ...{ nameConfirmedBy: 'maker-2', nameConfirmedFor: 'KNOWN_ALIAS' },
    ...{ heldBy: 'supervisor-1', heldFor: 'SUSPECTED_FRAUD' },
  };
  expect(approvalItem(facts, {}, { amountKobo: 1_000_000, beneficiary, made })).toMatchObject({
    beneficiaryAccount: '0123456789',
    before: { amountKobo: 900_000, account: '0123456780', bank: undefined, givenName: undefined },
    nameConfirmed: { by: 'maker-2', why: 'KNOWN_ALIAS', note: 'Maiden name' },
    held: { by: 'supervisor-1', why: 'SUSPECTED_FRAUD', note: undefined },
  });
  const released = { ...facts, releasedBy: 'supervisor-2', releasedFor: 'CHECKED' };
  expect(approvalItem(released, {}, { amountKobo: 1_000_000, beneficiary, made })).toMatchObject({
    held: { by: 'supervisor-1', releasedBy: 'supervisor-2', releasedFor: 'CHECKED' },
  });
});

test('a maker or approver whose id is written otherwise is the same person, as for the case itself', () => {
  expect(approvalItem({}, { makers: ['Approver-1'] })).toMatchObject({ allowed: false });
  expect(approvalItem({}, { approvers: ['approver -1'] })).toMatchObject({
    allowed: false,
    whyNot: 'You have approved it: another person is needed.',
  });
  expect(approvalItem({})).toMatchObject({ allowed: true });
});

test('every command of every kind has a form of known fields, each with what it expects', () => {
  for (const kind of KINDS)
    for (const row of Object.values(kinds[kind].commands)) {
      const fields = formFieldsOf(row, 'a'.repeat(64));
      expect(formField.array().safeParse(fields).error).toBeUndefined();
      expect(fields.every(({ expectation }) => expectation !== '')).toBe(true);
      // The page turns exactly these words into naira, the unit that it takes.
      for (const { about } of fields.filter(({ money }) => money))
        expect(about.replace('in kobo', 'in naira')).not.toContain('kobo');
    }
});

test('a form that changes what the case has shows that beside its fields, of numbers of people the last digits', () => {
  const beneficiary = { bankCode: '058', accountNumber: '0123456789', accountName: 'Halima Chukwu' };
  const details = { amountKobo: 200_000_000, remark: 'Invoice 7', beneficiary };
  const form = formFieldsOf(kinds.payout.commands.amend!, undefined, presentOf('amend', details));
  expect(form.map(({ name, present }) => [name, present])).toEqual([
    ['amountKobo', 200_000_000],
    ['bankCode', '058'],
    ['bankName', undefined],
    ['accountNumber', '…6789'],
    ['accountName', 'Halima Chukwu'],
    ['remark', 'Invoice 7'],
  ]);
});

test('the form that corrects where a bank statement comes from shows the present bank, account and phone number', () => {
  const bankStatement = { sortCode: '901', accountNumber: '0123456780', phone: '08000000000' };
  const details = detailsIn({ bankStatement });
  const row = kinds.loan.commands.correctBankStatement!;
  const form = formFieldsOf(row, undefined, presentOf('correctBankStatement', details));
  expect(form.map(({ name, present }) => [name, present])).toEqual([
    ['sortCode', '901'],
    ['accountNumber', '…6780'],
    ['phone', '…0000'],
  ]);
});

test('the path of a document is never asked for: a form has the upload in its place', () => {
  const names = formFieldsOf(kinds.loan.commands.submitDocument!, undefined).map(({ name }) => name);
  expect(names).toEqual(['tag', 'document']);
});

test('of a payout, only who pays or approves sees the account whole', () => {
  const details = detailsIn({ ...payoutFile, createdBy: 'maker-1' });
  const { accountNumber } = payoutFile.beneficiary;
  const [whole, masked] = (['supervisor', 'officer'] as const).map((role) =>
    payoutOf(
      details,
      { facts: {}, timeline: [] },
      { seesWhole: seesAccounts({ roles: [role] }), banks: new Map(), accounts: [] },
    ),
  );
  expect(whole).toMatchObject({ beneficiaryAccount: accountNumber, makers: ['maker-1'] });
  expect(JSON.stringify(masked)).not.toContain(accountNumber);
});

test('a loan tells the account that was named for it by its bank and its last digits', () => {
  const details = detailsIn({ disbursementAccount: { accountNumber: '0123456789', bankCode: '901' } });
  expect(details.disbursementAccount).toEqual({ accountNumber: '…6789', bankCode: '901' });
});

test('nothing that is asked for by GET is a write', () => {
  const acting = Object.values(routes as Record<string, Route>).filter(
    ({ method, writes }) => method === 'GET' && writes,
  );
  expect(acting).toEqual([]);
});

test('a statement has the instalments in order of their days, what is owed of each, and the sums', () => {
  const { instalments, total } = statementLines([
    { dueOn: '2026-02-28', totalDueKobo: 300, paidKobo: 100, status: 'UNPAID' },
    { dueOn: '2026-01-31', totalDueKobo: 200, paidKobo: 200, status: 'UNPAID' },
    { dueOn: '2026-03-31', totalDueKobo: 400, paidKobo: 0, status: 'UNPAID' },
  ]);
  expect(instalments.map(({ number, dueOn, owedKobo, status }) => [number, dueOn, owedKobo, status])).toEqual(
    [
      [1, '2026-01-31', 0, 'PAID'],
      [2, '2026-02-28', 200, 'PARTIALLY_PAID'],
      [3, '2026-03-31', 400, 'UNPAID'],
    ],
  );
  expect(total).toEqual({ dueKobo: 900, paidKobo: 300, owedKobo: 600 });
});

const PAYOUT_STAGES = payoutStages;
const line = (what: string, by = 'system', minute = 0) => ({
  ...{ at: `2030-01-01T00:0${minute}:00.000Z`, by, what },
});
const payout = {
  ...{ kind: 'payout', reference: 'PO-1', since: '2030-01-01T00:00:00.000Z' },
  ...{ stage: 'SUCCESS', stageTitle: PAYOUT_STAGES.SUCCESS.title, ended: true },
  ...{ checklist: [], commands: [] },
};

test.each(['APPROVAL', undefined])(
  'who comes second to a case that has ended reads where it is now, and who was first (stage seen: %s)',
  (seen) => {
    const timeline = [
      line(PAYOUT_STAGES.APPROVAL.title),
      line('Add a note to the timeline', 'operator maker-1', 1),
      line('Approve; the bank gets it then', 'approver checker-1', 2),
      line(PAYOUT_STAGES.SUBMITTING.title, 'system', 3),
      line('Add a note to the timeline', 'operator maker-1', 4),
      line(PAYOUT_STAGES.SUCCESS.title, 'system', 5),
    ];
    const first = '“Approve” by checker-1 came first, at 2030-01-01T00:02:00.000Z';
    expect(movedOn({ ...payout, timeline }, PAYOUT_STAGES, seen)).toBe(
      `The case has ended: ${PAYOUT_STAGES.SUCCESS.title}. ${first}.`,
    );
  },
);

test('a case that went on by itself names nobody, and one that stands where it was seen tells nothing', () => {
  const timeline = [line('Approve', 'approver checker-1'), line(PAYOUT_STAGES.SUBMITTING.title)];
  const { title } = PAYOUT_STAGES.SUBMITTING;
  const running = { ...payout, ended: false, stage: 'SUBMITTING', stageTitle: title };
  expect(movedOn({ ...running, timeline }, PAYOUT_STAGES, 'SUBMITTING')).toBeUndefined();
  const byItself = [...timeline, line(PAYOUT_STAGES.PENDING.title, 'system', 1)];
  const settling = { ...running, stage: 'PENDING', stageTitle: PAYOUT_STAGES.PENDING.title };
  expect(movedOn({ ...settling, timeline: byItself }, PAYOUT_STAGES, 'SUBMITTING')).toBe(
    `The case has moved on since you looked: ${PAYOUT_STAGES.PENDING.title}.`,
  );
});

test('the sentence of a case says that a proposal waits, and for whom', () => {
  const about = { facts: {}, timeline: [], ...payout, ended: false };
  const proposal = { roles: ['approver', 'supervisor'] } as never;
  expect(sentenceOf({ ...about, proposals: [proposal] })).toContain(
    'What is proposed below waits for another person: approver or supervisor.',
  );
  expect(sentenceOf(about)).not.toContain('proposed');
});

test('the sentence of a loan names the day of a promise to pay until a payment is seen', () => {
  const about = { timeline: [], ...payout, ended: false };
  const sentence = (promiseMetOn: string | null) =>
    sentenceOf({ ...about, facts: { promisedOn: '2027-01-02', promiseMetOn } });
  expect(sentence(null)).toContain('The borrower has promised to pay on 2 Jan 2027.');
  expect(sentence('2027-01-02')).not.toContain('promised');
});

test('the sentence of a loan in arrears says how much is overdue, and since when', () => {
  const about = { timeline: [], ...payout, ended: false, facts: {} };
  const overdue = '₦10,000.00 is overdue, the oldest part since 8 Jan 2027';
  expect(sentenceOf({ ...about, overdue })).toContain(` ${overdue}.`);
});

test('a promise that was not kept by its day is told as not seen paid, as in the list', () => {
  const about = { timeline: [], ...payout, ended: false, facts: { promisedOn: '2027-01-02' } };
  expect(sentenceOf(about, '2027-01-02')).toContain('has promised to pay on 2 Jan 2027.');
  expect(sentenceOf(about, '2027-01-03')).toContain('had promised to pay by 2 Jan 2027: not seen paid.');
});

test('the sentence of a loan that was returned to its applicant says that it is held, also beside a finding', () => {
  const since = '2030-01-01T00:00:00.000Z';
  const waiting = waitingFor('APPLICANT', since);
  const about = { facts: {}, timeline: [], ...payout, ended: false, waiting };
  const held = 'Held: waits for what the applicant was asked for since';
  const attention = (cause: string) => ({ cause, since, actions: [] });
  expect(sentenceOf(about)).toMatch(new RegExp(`^${held}`));
  const refused = sentenceOf({ ...about, attention: attention('Accepting the offer: refused') });
  expect(refused).toMatch(/^Needs a person since .*: Accepting the offer: refused\. Held: waits for/);
  expect(sentenceOf({ ...about, attention: attention(overdueCause(waiting)) })).not.toContain('Held');
});
