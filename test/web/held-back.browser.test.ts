import { payoutApproval } from '../support/web/fixtures/lists';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

browserTest(
  'an open form says at once that somebody holds the payout back now, and may still be sent',
  async () => {
    const { cases } = desk();
    const item = payoutApproval();
    const { allowed: _, reference, kind, ...payout } = item;
    const [approve] = cases.get('loan:LN-2026-0001')!.commands;
    const summary = 'Approve the payout';
    const shown = {
      ...cases.get('loan:LN-2026-0001')!,
      ...{ kind, reference, stage: 'APPROVAL', stageTitle: 'To be approved', approvals: [item], payout },
      commands: [{ ...approve!, name: 'approve', summary, fields: [] }],
    };
    cases.set(`payout:${reference}`, shown);
    const { page } = await browser.open({ url: `${desk().url}/approvals` });
    await page.getByRole('button', { name: /To be approved.*PO-2026-0420/ }).click();
    await page.keyboard.press('a');
    const form = page.getByRole('dialog', { name: summary });
    await form.getByText('₦2,500,000.00').waitFor();
    expect(await form.getByText(/^Held back by/).count()).toBe(0);
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    cases.set(`payout:${reference}`, { ...shown, payout: { ...payout, held } });
    await form.getByText(/^Held back by .+: Suspected fraud\.$/).waitFor();
    await form.getByRole('button', { name: 'Send the approval' }).click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent.map(({ path }) => path)).toEqual([`/api/cases/payout/${reference}/commands/approve`]);
  },
);
