import { WITHDREW } from '../../src/domain/case/agreement';
import { secondPerson } from '../../src/domain/case/agreement';
import type { ApprovalItem } from '../../src/desk/contract';
import { problem, receiptOf } from '../support/web/answers';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval, proposal } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';
import { auditor, supervisor } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

const AT = '2030-01-01T09:00:00.000Z';
const LATER = '2030-01-01T10:00:00.000Z';
const { summary: REFUSE } = secondPerson([]).refuseProposal;

/** The page of a loan with this timeline. */
async function openedWith(told: Partial<ReturnType<typeof loanPage>>) {
  desk().cases.set('loan:LN-2026-0001', loanPage(told));
  const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001` });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('listitem').first().waitFor();
  return { page, timeline };
}

browserTest('a timeline tells the reason of a command in words, and a note as it was written', async () => {
  const { timeline } = await openedWith({
    timeline: [
      { at: AT, by: 'operator operator-1', what: 'Cancel it', note: 'DUPLICATE: Ada asked' },
      { at: LATER, by: 'operator-1', what: 'Note', note: 'POS: the device failed' },
    ],
  });
  await timeline.getByText('Duplicate: Ada asked', { exact: true }).waitFor();
  await timeline.getByText('POS: the device failed', { exact: true }).waitFor();
});

browserTest('the audit tells the code of a reason in words, and a note as it was written', async () => {
  desk().session = auditor();
  const { entries } = desk().answers['/api/audit']!() as { entries: object[] };
  desk().answers['/api/audit'] = () => ({
    entries: [{ ...entries[0], detail: { reason: 'SUSPECTED_FRAUD', note: 'POS_7 IS BROKEN' } }],
  });
  const { page } = await browser.open({ url: `${desk().url}/audit?day=2026-11-22` });
  await page.getByText('Reason: Suspected fraud; Note: POS_7 IS BROKEN').waitFor();
});

browserTest(
  'what people decided is told in the words of the timeline: which proposal, and whose own',
  async () => {
    const by = 'supervisor supervisor-1';
    const refused = {
      command: 'refuseProposal',
      summary: REFUSE,
      role: 'supervisor',
      digest: 'c'.repeat(64),
    };
    const { page, timeline } = await openedWith({
      timeline: [
        { at: AT, by, what: 'Proposed: Charge now', note: 'OTHER: Agreed by phone' },
        { at: LATER, by, what: `${WITHDREW}: Charge now`, note: 'WITHDRAWN' },
      ],
      decisions: [{ ...refused, by: 'supervisor-1', at: LATER, freshLogin: false, isVoid: false }],
    });
    const decided = page.getByRole('region', { name: 'Decided so far' });
    for (const told of [timeline, decided]) {
      await told.getByText(`${WITHDREW}: Charge now`, { exact: true }).waitFor();
      expect(await told.getByText(REFUSE).count()).toBe(0);
    }
  },
);

browserTest('the button that takes back a proposal of one’s own says so', async () => {
  const [offered] = loanPage().commands;
  const own = {
    ...{ ...offered!, name: 'refuseProposal', fields: [] },
    summary: 'Withdraw what I have proposed: it takes no effect',
  };
  desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [own] }));
  const { page } = await browser.open({
    url: `${desk().url}/cases/loan/LN-2026-0001?do=refuseProposal`,
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click();
  await page.getByText('Withdrawn, it has no effect', { exact: false }).waitFor();
});

browserTest('a note that somebody added stands once in the timeline, and so does a reason', async () => {
  const by = 'officer officer-1';
  const { timeline } = await openedWith({
    timeline: [
      { at: AT, by, what: 'Add a note to the timeline' },
      { at: AT, by: 'officer-1', what: 'Note', note: 'Called her' },
      { at: LATER, by, what: 'Withdraw the loan', note: 'OTHER: She wants no loan' },
      { at: LATER, by: 'system', what: 'Withdrawn', note: 'OTHER: She wants no loan' },
    ],
  });
  await timeline.getByText('Called her').waitFor();
  expect(await timeline.getByText('Add a note to the timeline').count()).toBe(0);
  expect(await timeline.getByText('She wants no loan').count()).toBe(1);
  expect(await timeline.getByRole('listitem').count()).toBe(3);
});

browserTest(
  'the receipt of an agreement after a login names the proposal, not what the case asks next',
  async () => {
    const agree = { name: 'confirmProposal', summary: 'Agree to a proposal', fields: [] };
    const { resolvedName: _name, nameVerdict: _verdict, ...waits } = proposal();
    const [reference, changes] = ['LN-2026-0001', [{ name: 'accountNumber', to: '0123456789' }]];
    desk().approvals = [{ ...waits, ...{ allowed: true, freshLogin: true, changes, reference } }];
    const show = (approvals: ApprovalItem[]) =>
      desk().cases.set(
        `loan:${reference}`,
        loanPage({ commands: [{ ...loanPage().commands[0]!, ...agree }], approvals }),
      );
    show(desk().approvals);
    const { page } = await browser.open({ url: `${desk().url}/approvals` });
    await page.getByRole('button', { name: new RegExp(reference) }).click();
    await page.getByRole('button', { name: agree.summary }).click();
    const login = '/api/login?command=request-9';
    desk().refusals.push(problem(401, 'fresh-login', 'Log in once more.', { login }));
    desk().logsIn = supervisor();
    const told = `${agree.summary}: Set the account: the account ending in 6789`;
    const receipt = receiptOf(agree.name, 'OFFER');
    desk().given = { kind: 'loan', reference, command: agree.name, summary: told, receipt };
    show([payoutApproval({ kind: 'loan', reference, resolvedName: 'BOLA MUSA' })]);
    await page.getByRole('dialog').getByRole('button', { name: 'Log in and send' }).click();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    await receipts.getByText(told, { exact: false }).waitFor();
    await receipts.getByText(/^Accepted\./).waitFor();
    expect(await receipts.getByText('BOLA MUSA').count()).toBe(0);
  },
);
