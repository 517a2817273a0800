import { approvalItemsOf } from '../../src/desk/views/approvals';

const DIGEST = 'd'.repeat(64);
const proposal = {
  command: 'amend',
  digest: DIGEST,
  roles: ['supervisor'],
  makers: ['maker-1'],
  approvers: [],
};
const asks = (...actions: string[]) => ({ attention: { cause: 'it waits', actions } });
const ANSWERED = asks('confirmProposal', 'refuseProposal');

test.each([
  [
    'its approval is missing',
    { approval: { ...proposal, digest: 'a' } },
    '₦1.00, and it waits for its approval as before.',
  ],
  ['the proposal alone holds it', { stage: 'APPROVED', ...ANSWERED }, '₦1.00, and it goes on to be paid.'],
  [
    'its name is not known yet',
    { stage: 'PREPARING', ...ANSWERED },
    'and its checks go on; if they pass, it may be paid at once.',
  ],
  [
    'its name is not known yet, and its amount needs approval',
    {
      stage: 'PREPARING',
      others: { amend: { rules: { agreements: [], approvals: [{ fromKobo: 50, approvals: 1 }] } } },
    },
    'and its checks go on; if they pass, it waits for its approval.',
  ],
  ['it is approved', { stage: 'APPROVED' }, '₦1.00, and it goes on to be paid.'],
  [
    'somebody holds it back',
    { facts: { amountKobo: 100, heldBy: 'sade' } },
    'and once it is released, it goes on to be paid.',
  ],
  [
    'its names differ',
    { stage: 'PREPARING', ...asks('confirmName', 'cancel') },
    'and its checks go on; if they pass, it may be paid at once.',
  ],
  [
    'its bank is away',
    { stage: 'PREPARING', waiting: { for: 'BANK_UPTIME' } },
    'and its checks go on; if they pass, it may be paid at once.',
  ],
])('who decides about a change of a payout reads what becomes of it otherwise while %s', (_, now, told) => {
  const snapshot = {
    ...{
      stage: 'APPROVAL',
      facts: { amountKobo: 100 },
      timeline: [],
      commands: ['confirmProposal'],
      since: 'now',
    },
    ...{ proposals: [proposal], ...now },
  };
  const of = {
    ...{ kind: 'payout', reference: 'PO-1', details: {}, banks: new Map(), accounts: [], snapshot },
    contents: new Map([[DIGEST, ['payout', 'PO-1', 'amend', ['amountKobo', 7]]]]),
  };
  const person = { subject: 'somebody', roles: ['supervisor'] };
  const items = approvalItemsOf(of as never, person as never, { isNeeded: () => false } as never);
  expect(items.at(-1)?.ifRejected).toContain(told);
});
