import { payoutApproval } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';
import { approvingAt } from '../support/web/approving';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();
const approving = approvingAt(browser, desk);

const NOW = new Date().toISOString();
const ALIKE = [{ kind: 'payout', reference: 'PO-9', stageTitle: 'Paid', on: NOW }];

browserTest(
  'an open form names a payment like it that comes up meanwhile, and no button is green',
  async () => {
    const { form, tell, item } = await approving();
    await form.locator('[data-variant=filled]').waitFor();
    tell({ approvals: [{ ...item, alike: ALIKE }] });
    await form.getByText('₦2,500,000.00 to this account also: PO-9', { exact: false }).waitFor();
    // A link out of a form keeps what is typed in it.
    expect(await form.getByRole('link', { name: 'PO-9' }).getAttribute('target')).toBe('_blank');
    expect(await form.locator('[data-variant=filled]').count()).toBe(0);
  },
);

browserTest(
  'an open form says that somebody has proposed to change the payout, and no button is green',
  async () => {
    const { form, tell, item } = await approving();
    const changing = {
      by: 'operator-1',
      changes: [{ name: 'amountKobo', from: 250_000_000, to: 100_000_00 }],
    };
    tell({ approvals: [{ ...item, changing }] });
    await form.getByText('has proposed to change this: Amount ₦100,000.00.', { exact: false }).waitFor();
    expect(await form.locator('[data-variant=filled]').count()).toBe(0);
  },
);

browserTest('an open form counts the approvals that came meanwhile', async () => {
  desk().approvals = [payoutApproval({ confirmations: '0 of 2' })];
  const { form, tell, item } = await approving();
  tell({ approvals: [{ ...item, confirmations: '0 of 2' }] });
  const more = form.getByText('After your approval one more person must approve it.');
  await more.waitFor();
  tell({ approvals: [{ ...item, confirmations: '1 of 2', approvers: ['approver-2'] }] });
  await more.waitFor({ state: 'detached' });
  await form.getByText('1 of 2, by', { exact: false }).waitFor();
  await form.getByText('Yours is the last approval: then it is paid', { exact: false }).waitFor();
});

browserTest(
  'who goes on with the case as it is now sees first what has changed, and the focus is there',
  async () => {
    const { form, tell, item, payout } = await approving();
    await form.page().setViewportSize({ width: 1440, height: 500 });
    await form.getByLabel('Note').fill('Invoice seen');
    tell({ changes: 1, approvals: [{ ...item, amountKobo: 100 }], payout: { ...payout, amountKobo: 100 } });
    const goOn = form.getByRole('button', { name: 'Go on' });
    await goOn.waitFor();
    const amount = form.getByText('₦1.00').first();
    const isInView = async () => {
      const [{ y: top }, { y, height }] = [(await form.boundingBox())!, (await amount.boundingBox())!];
      return y > top + 30 && y + height < 500;
    };
    await goOn.click();
    await amount.waitFor();
    expect(await isInView()).toBe(true);
    expect(await form.evaluate((dialog) => dialog.matches(':focus'))).toBe(true);
    expect(await form.getByLabel('Note').inputValue()).toBe('Invoice seen');
  },
);

browserTest('who rejects a change of a payout is told which sum it stays, before and after', async () => {
  const { form, tell, item, payout } = await approving();
  const page = form.page();
  const [approve] = desk().cases.get(`payout:${item.reference}`)!.commands;
  const ifRejected =
    'If this is rejected, the payout stays as it is, ₦2,500,000.00, and it goes on to be paid.';
  const change = {
    ...{ ...item, what: 'proposal', agree: 'confirmProposal', refuse: 'refuseProposal', ifRejected },
    ...{
      command: 'Change the payout',
      amountKobo: 100,
      changes: [{ name: 'amountKobo', from: 250_000_000, to: 100 }],
    },
  };
  const refuse = { ...approve!, name: 'refuseProposal', summary: 'Reject what is proposed', fields: [] };
  tell({ approvals: [change], commands: [refuse], payout });
  await page.goto(`${desk().url}/cases/payout/${item.reference}?do=refuseProposal`);
  const dialog = page.getByRole('dialog', { name: 'Reject what is proposed' });
  await dialog.getByText(ifRejected).waitFor();
  desk().onCommand = () =>
    tell({ approvals: [], commands: [], payout, waiting: undefined, attention: undefined });
  await dialog.getByRole('button', { name: 'Send the rejection' }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('The payout stays ₦2,500,000.00.', { exact: false }).waitFor();
});

browserTest(
  'who ends the wait for an applicant sees what was asked, and looks again if that is something else now',
  async () => {
    const [accept] = loanPage().commands;
    const commands = [{ ...accept!, name: 'resumeApplication', summary: 'Wait no more', fields: [] }];
    const asks = (about: string) =>
      desk().cases.set(
        'loan:LN-2026-0001',
        loanPage({ commands, waiting: { ...loanPage().waiting!, for: 'APPLICANT', about } }),
      );
    asks('what the applicant was asked for: a statement');
    const { page } = await browser.open({
      url: `${desk().url}/cases/loan/LN-2026-0001?do=resumeApplication`,
    });
    const form = page.getByRole('dialog');
    await form.getByText('what the applicant was asked for: a statement').waitFor();
    asks('what the applicant was asked for: whose account it is');
    await form.getByText('This has changed since the form was opened', { exact: false }).waitFor();
    expect(await form.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  },
);

browserTest('a form that stops a payout shows it as it is now, and its receipt tells that', async () => {
  const { tell, item, form, payout: approved } = await approving();
  const { digest: _digest, ...payout } = approved;
  const page = form.page();
  const [approve] = desk().cases.get(`payout:${item.reference}`)!.commands;
  const cancel = { ...approve!, name: 'cancel', summary: 'Cancel the payout', fields: [], freshLogin: false };
  tell({ approvals: [], commands: [cancel], payout, changes: 1 });
  await page.goto(`${desk().url}/cases/payout/${item.reference}?do=cancel`);
  const dialog = page.getByRole('dialog', { name: /^Cancel the payout/ });
  await dialog.getByText('₦2,500,000.00').first().waitFor();
  tell({ approvals: [], commands: [cancel], payout: { ...payout, amountKobo: 5_000_000 }, changes: 2 });
  await dialog.getByText('shows it as it is now', { exact: false }).waitFor();
  await dialog.getByText('₦50,000.00').first().waitFor();
  await dialog.getByRole('button', { name: 'Send the cancellation' }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('₦50,000.00', { exact: false }).waitFor();
  expect(desk().sent.at(-1)?.body).not.toHaveProperty('expectedChanges');
});
