import { payoutApproval } from './fixtures/lists';
import type { TestBrowser } from './browser';
import type { FakeDesk } from './fake-desk';

export const summary = 'Approve the payout';

/** What opens the form that approves a payout. It returns the form, and what sets the payout's page. */
export const approvingAt =
  (browser: TestBrowser, desk: () => FakeDesk) =>
  async (screen: 'wide' | 'phone' = 'wide') => {
    const { cases } = desk();
    const item = payoutApproval();
    const { allowed: _, reference, kind, ...payout } = item;
    const loan = cases.get('loan:LN-2026-0001')!;
    const shown = {
      ...{ ...loan, kind, reference, stage: 'APPROVAL', stageTitle: 'To be approved' },
      ...{ approvals: [item], payout, changes: 0 },
      commands: [{ ...loan.commands[0]!, name: 'approve', summary, fields: [] }],
    };
    const tell = (now: object) => cases.set(`payout:${reference}`, { ...shown, ...now });
    tell({});
    const { page } = await browser.open({ url: `${desk().url}/approvals`, screen });
    await page.getByRole('button', { name: /To be approved.*PO-2026-0420/ }).click();
    if (screen === 'wide') await page.keyboard.press('a');
    else await page.getByRole('button', { name: summary }).click();
    const form = page.getByRole('dialog', { name: summary });
    await form.getByText('₦2,500,000.00').first().waitFor();
    return { form, tell, item, payout };
  };
