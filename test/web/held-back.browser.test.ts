import { payoutApproval } from '../support/web/fixtures/lists';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

const summary = 'Approve the payout';

/** Opens the form that approves a payout. @returns the form, and what sets the payout's page */
async function approving() {
  const { cases } = desk();
  const item = payoutApproval();
  const { allowed: _, reference, kind, ...payout } = item;
  const loan = cases.get('loan:LN-2026-0001')!;
  const shown = {
    ...loan,
    ...{ kind, reference, stage: 'APPROVAL', stageTitle: 'To be approved', approvals: [item], payout },
    commands: [{ ...loan.commands[0]!, name: 'approve', summary, fields: [] }],
  };
  const tell = (now: object) => cases.set(`payout:${reference}`, { ...shown, ...now });
  tell({});
  const { page } = await browser.open({ url: `${desk().url}/approvals` });
  await page.getByRole('button', { name: /To be approved.*PO-2026-0420/ }).click();
  await page.keyboard.press('a');
  const form = page.getByRole('dialog', { name: summary });
  await form.getByText('₦2,500,000.00').waitFor();
  return { form, tell, item, payout };
}

browserTest(
  'an open form says at once that somebody holds the payout back now, and may still be sent',
  async () => {
    const { form, tell, item, payout } = await approving();
    expect(await form.getByText(/^Held back by/).count()).toBe(0);
    tell({ payout: { ...payout, held: { by: 'operator-2', why: 'SUSPECTED_FRAUD' } } });
    await form.getByText(/^Held back by .+: Suspected fraud\.$/).waitFor();
    await form.getByRole('button', { name: 'Send the approval' }).click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent.map(({ path }) => path)).toEqual([
      `/api/cases/payout/${item.reference}/commands/approve`,
    ]);
  },
);

browserTest(
  'an open form says at once that what it shows was changed, sends nothing, and leads to the case',
  async () => {
    const { form, tell, item } = await approving();
    tell({ approvals: [{ ...item, amountKobo: 100, digest: 'b'.repeat(64) }] });
    await form
      .getByText('What this form shows does not wait for approval any more', { exact: false })
      .waitFor();
    await form.getByRole('button', { name: 'Look at it again' }).click();
    await form.waitFor({ state: 'detached' });
    expect(form.page().url()).toMatch(new RegExp(`/cases/payout/${item.reference}$`));
    expect(desk().sent).toEqual([]);
  },
);
