import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { problem } from '../support/web/answers';
import { untilFocus } from '../support/web/keyboard';
import { leavesOf } from '../support/web/real-day/walk-in';

const { browser, desk } = deskPages();
const example = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as Record<string, object>;

/** Fills in every field of the step that is open which has a value here, by its path. */
async function fill(page: Page, values: ReadonlyMap<string, string | number | boolean>): Promise<void> {
  for (const [path, value] of values) {
    const input = page.locator(`main form [name="${path}"]`);
    if ((await input.count()) === 0) continue;
    if (typeof value === 'boolean') await input.setChecked(value);
    else if ((await page.locator(`main form select[name="${path}"]`).count()) > 0)
      await input.selectOption(String(value));
    else await input.fill(String(value));
  }
}

browserTest(
  'a new loan is checked step by step, read once more, and a refusal leads to its field',
  async () => {
    const { page, complaints } = await browser.open({ url: `${desk().url}/loans/new` });
    const values = new Map<string, string | number | boolean>(
      leavesOf({
        ...{ customer: example['customer'], application: example['application'] },
        ...{ underwriting: example['underwriting'], bankStatement: example['bankStatement'] },
      }),
    );
    values.set('application.amountKobo', '350,000');
    values.set('underwriting.profile.operatingExpenses', '350,000');
    values.set('underwriting.profile.grossProfitMargin', '25%');
    values.set('bankStatement.sortCode', 'Almond Bank');
    const wrong = new Map([
      ['customer.phone', '0803 000 777'],
      ['customer.dateOfBirth', `${new Date().getFullYear() - 12}-01-31`],
      ['underwriting.profile.businessStartDate', '2190-01-31'],
      ['disbursementAccount.accountNumber', '12345'],
      ['disbursementAccount.bankCode', 'Access Bank'],
    ]);
    const next = page.getByRole('button', { name: 'Next step' });
    const told = async (...sentences: string[]) => {
      await fill(page, values);
      await fill(page, wrong);
      await next.click();
      for (const sentence of sentences) await page.getByText(sentence, { exact: true }).waitFor();
      for (const path of wrong.keys()) values.set(path, RIGHT[path]!);
      await fill(page, values);
      await next.click();
    };
    await page.getByRole('heading', { name: 'Step 1 of 6: Loan' }).waitFor();
    const reference = page.locator('[name=reference]');
    const proposed = await reference.inputValue();
    expect(proposed).toMatch(/^LN-\d{4}-[A-Z]{6}$/);
    await page.getByRole('link', { name: 'Queue' }).first().click();
    await page.waitForURL(/queue|cases|\/$/);
    await page.goBack();
    await reference.waitFor();
    expect(await reference.inputValue()).toBe(proposed);
    await fill(page, values);
    await next.click();
    const customer = await page.locator('[name="customer.reference"]').inputValue();
    expect(customer).toMatch(/^CU-\d{4}-[A-Z]{6}$/);
    values.set('customer.reference', customer);
    await told(
      'This must be 11 digits, such as 08030007777, or +234 and ten digits',
      'This must be a day at least 18 years ago',
    );
    await page.getByRole('heading', { name: 'Step 3 of 6: Business' }).waitFor();
    await told('This must be a day that is not in the future');
    await told('This must be 10 digits', 'No single bank of the list has this name or code');
    await page.getByRole('heading', { name: /^Step 5/ }).waitFor();
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('link', { name: 'New loan' }).first().click();
    await page.getByRole('heading', { name: /^Step 5/ }).waitFor();
    await next.click();
    for (const text of [customer, '₦350,000.00', '0123 456 789 Almond Bank', '31 Jan 1990', OBSERVED])
      await page.getByText(text, { exact: true }).waitFor();
    desk().refusals.push(
      problem(422, 'invalid', 'bvn is wrong.', {
        mistakes: [{ field: 'customer.bvn', message: 'customer.bvn is the one of another customer' }],
      }),
    );
    await page.getByRole('button', { name: 'Start the loan' }).click();
    await page.getByRole('heading', { name: 'Step 2 of 6: Borrower' }).waitFor();
    await untilFocus(page.locator('[name="customer.bvn"]'));
    expect(desk().sent[0]?.body).toMatchObject({
      customer: { phone: '08030007777' },
      underwriting: { profile: { operatingExpenses: 35_000_000, grossProfitMargin: 25 } },
      bankStatement: { sortCode: '901' },
      disbursementAccount: { accountNumber: '0123456789', bankCode: '901' },
    });
    expect(complaints).toEqual([]);
  },
);

const OBSERVED = 'The borrower pays by transfer; the schedule is only read';

const RIGHT: Readonly<Record<string, string>> = {
  'customer.phone': '+234 803 000 7777',
  'customer.dateOfBirth': '1990-01-31',
  'underwriting.profile.businessStartDate': '2021-05-03',
  'disbursementAccount.accountNumber': '0123 456 789',
  'disbursementAccount.bankCode': 'almo',
};

browserTest('the browser asks before a reload forgets what was written about a person', async () => {
  const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
  const account = page.locator('[name="beneficiary.accountNumber"]');
  await account.fill('0123456789');
  const asked = page.waitForEvent('dialog');
  void page.evaluate('location.reload()');
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await account.inputValue()).toBe('0123456789');
});
