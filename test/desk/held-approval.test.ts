import { approvalItemsOf } from '../../src/desk/views/approvals';

const DIGEST = 'd'.repeat(64);

test.each([
  ['officer-1', 'officer', 'The hold ends with this'],
  ['borrower-1', 'borrower', 'The hold stays with this'],
])(
  'who approves what %s proposed for a held loan reads what it does to the hold',
  (subject, role, effect) => {
    const proposal = {
      ...{ command: 'setDisbursementAccount', by: `${role} ${subject}`, digest: DIGEST, makers: [subject] },
      ...{ roles: ['officer'], approvers: [] },
    };
    const snapshot = {
      ...{ stage: 'OFFER', facts: { askedFor: 'DATA_NEEDED' }, timeline: [], commands: ['confirmProposal'] },
      ...{ since: 'now', waiting: { for: 'APPLICANT', about: 'what was asked' }, proposals: [proposal] },
    };
    const of = {
      ...{ kind: 'loan', reference: 'LN-1', details: {}, banks: new Map(), accounts: [], snapshot },
      contents: new Map([[DIGEST, ['loan', 'LN-1', 'setDisbursementAccount', ['bankCode', '901']]]]),
    };
    const person = { subject: 'officer-2', roles: ['officer'] };
    const items = approvalItemsOf(of as never, person as never, { isNeeded: () => false } as never);
    expect(items.at(-1)?.meanwhile).toContain(effect);
  },
);
