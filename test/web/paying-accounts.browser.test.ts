import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

browserTest(
  'a payout is paid from one of our accounts, chosen by number and name, and its form says who approves from which amount',
  async () => {
    const { page, complaints } = await browser.open({ url: `${desk().url}/payouts/new` });
    await page
      .getByText(
        'From ₦500,000.00 on another person (approver or supervisor) must approve; from ₦5,000,000.00 on 2 other people (approver) must approve.',
      )
      .waitFor();
    const account = page.locator('select[name="source.accountNumber"]');
    expect(await account.locator('option').allTextContents()).toEqual([
      'Choose',
      '9000000001, Operations',
      '9000000002, Petty cash',
    ]);
    expect(complaints).toEqual([]);
  },
);

browserTest('where the settings name no account, its number is typed', async () => {
  desk().answers['/api/paying-terms'] = () => ({ accounts: [], approvals: [] });
  const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
  await page.getByText('By the policy no payout needs the approval of another person.').waitFor();
  await page.locator('input[name="source.accountNumber"]').fill('9000000001');
});

browserTest(
  'until a worker has told our accounts, the form says so, lets nobody type one, and offers them once they are told',
  async () => {
    const { answers } = desk();
    const told = answers['/api/paying-terms'];
    answers['/api/paying-terms'] = () => ({ accounts: [], approvals: [], unknown: true });
    const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
    await page.getByText('It is not known yet from which amounts other people must approve.').waitFor();
    await page.getByText('Our paying accounts are not known yet').waitFor();
    const account = page.locator('select[name="source.accountNumber"]');
    expect(await account.locator('option').allTextContents()).toEqual(['Choose']);
    if (told) answers['/api/paying-terms'] = told;
    await page.getByText(/^From ₦500,000\.00 on another person/).waitFor();
    await account.selectOption('9000000002');
    expect(await page.getByText('not known yet').count()).toBe(0);
  },
);
