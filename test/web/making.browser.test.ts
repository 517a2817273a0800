import type { Page } from 'playwright-core';
import { problem } from '../support/web/answers';
import { untilFocus } from '../support/web/keyboard';
import { supervisor } from '../support/web/fixtures/session';
import { loanPage } from '../support/web/fixtures/loan';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();
const LOAN = '/cases/loan/LN-2026-0001';
const HEADER = 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark';

browserTest('a batch is frozen with one of our accounts', async () => {
  const { page } = await browser.open({ url: `${desk().url}/batches/new` });
  const row = 'PO-1,2500000,901,Almond Bank,0123456789,ADA BELLO,Rent';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEADER}\n${row}`) });
  await page.getByLabel('Reference of the batch').fill('BT-1');
  await page.getByLabel('Account that pays').selectOption('9000000002');
  await page.getByRole('button', { name: 'Freeze the batch' }).click();
  await page.waitForURL(/cases\/batch\/BT-1/);
  expect(desk().sent.at(-1)?.body).toMatchObject({ sourceAccountNumber: '9000000002' });
});

/** Fills in a new payout, its amount last. */
async function fillPayout(page: Page, amount: string): Promise<void> {
  const values = { bankCode: 'Almond Bank', accountNumber: '0123456701', accountName: 'CHIDI EFE OKAFOR' };
  for (const [name, value] of Object.entries(values))
    await page.locator(`[name="beneficiary.${name}"]`).fill(value);
  await page.locator('[name=remark]').fill('Fuel');
  await page.locator('[name=amountKobo]').fill(amount);
}

browserTest('a payout starts after a last look, never by Enter in a field', async () => {
  const { page, complaints } = await browser.open({ url: `${desk().url}/payouts/new` });
  await page.locator('select[name="source.accountNumber"]').selectOption('9000000002');
  await fillPayout(page, '9000');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  const look = page.getByRole('dialog', { name: 'Start this payout?' });
  const reference = await page.locator('[name=reference]').inputValue();
  for (const text of ['₦9,000.00', reference, '0123456701', 'Almond Bank, 901', 'CHIDI EFE OKAFOR', 'Fuel'])
    await look.getByText(text, { exact: true }).waitFor();
  await look.getByText('9000000002, Petty cash').waitFor();
  await look
    .getByText('No approval is needed: it is paid at once if the name on the account fits.', { exact: false })
    .waitFor();
  await untilFocus(look.getByRole('button', { name: 'Go back' }));
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await look.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ask the bank for the name' }).click();
  await page.getByText('close', { exact: true }).waitFor();
  await page.locator('[name=amountKobo]').fill('6,000,000');
  await page.getByRole('button', { name: 'Start the payout' }).click();
  await look.getByText('Then, before it is paid, 2 other people (approver) must approve it.').waitFor();
  expect(await look.locator('mark').allTextContents()).toEqual(['EFE']);
  expect(desk().sent.map(({ path }) => path)).toEqual(['/api/name-enquiries']);
  const mistakes = [{ field: 'remark', message: 'remark must be another one' }];
  desk().refusals.push(problem(422, 'invalid', 'remark is wrong.', { mistakes }));
  await look.getByRole('button', { name: 'Start the payout' }).click();
  await untilFocus(page.locator('[name=remark]'));
  await page.locator('[name=remark]').fill('Diesel');
  await page.getByRole('button', { name: 'Start the payout' }).click();
  await look.getByRole('button', { name: 'Start the payout' }).click();
  await page.waitForURL(/cases\/payout\//);
  expect(desk().sent.at(-1)?.body).toMatchObject({ amountKobo: 600_000_000, remark: 'Diesel' });
  expect(complaints).toEqual([]);
});

browserTest('a payout that had been started with the same contents is said to be no new one', async () => {
  const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
  const found = { kind: 'payout', reference: 'PO-TWICE', outcome: 'found' };
  await page.route('**/api/payouts', (route) => route.fulfill({ json: found }));
  await page.locator('select[name="source.accountNumber"]').selectOption('9000000002');
  await fillPayout(page, '9000');
  await page.locator('[name=reference]').fill('PO-TWICE');
  await page.getByRole('button', { name: 'Start the payout' }).click();
  const look = page.getByRole('dialog', { name: 'Start this payout?' });
  await look.getByRole('button', { name: 'Start the payout' }).click();
  const said = page.getByRole('alert').filter({ hasText: 'so nothing was started now' });
  await said.getByRole('link', { name: 'PO-TWICE' }).waitFor();
  await look.waitFor({ state: 'detached' });
  await page.locator('[name=reference]').fill('PO-ONE-MORE');
  await said.waitFor({ state: 'detached' });
});

/** Opens the last look at a payout of an amount, whose name the bank compared with this outcome, if it was asked. */
async function lastLook(amount: string, verdict?: string, alike?: { status?: number; json: object }) {
  const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
  const answer = { accountName: 'BOLA MUSA', verdict };
  await page.route('**/api/name-enquiries', (route) => route.fulfill({ json: answer }));
  if (alike) await page.route('**/api/payouts/alike', (route) => route.fulfill(alike));
  await page.locator('select[name="source.accountNumber"]').selectOption('9000000002');
  await fillPayout(page, amount);
  if (verdict !== undefined) {
    await page.getByRole('button', { name: 'Ask the bank for the name' }).click();
    await page.getByText(verdict, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Start the payout' }).click();
  return page.getByRole('dialog', { name: 'Start this payout?' });
}

browserTest.each([
  ['match', 'No approval is needed: it is paid at once.'],
  ['close', 'Then no approval is needed: it is paid at once.'],
  ['mismatch', 'Then no approval is needed: it is paid at once.'],
])('the last look says what follows without an approval if the names are: %s', async (verdict, follows) => {
  const look = await lastLook('9000', verdict);
  await look.getByText(follows, { exact: true }).waitFor();
  const stops = look.getByText('the payout stops until one person confirms', { exact: false });
  expect(await stops.count()).toBe(verdict === 'match' ? 0 : 1);
  expect(await look.getByText('if the name on the account fits').count()).toBe(0);
});

browserTest(
  'the last look at a payout in another name says that approvals follow the confirmation',
  async () => {
    const look = await lastLook('6,000,000', 'mismatch');
    await look.getByText('the payout stops until one person confirms', { exact: false }).waitFor();
    await look.getByText('Then, before it is paid, 2 other people (approver) must approve it.').waitFor();
  },
);

browserTest('the last look names payouts of the same amount to the same account', async () => {
  const alike = [
    { kind: 'payout' as const, reference: 'PO-0', stageTitle: 'Paid', on: '2026-11-20T09:00:00.000Z' },
  ];
  const look = await lastLook('9000', undefined, { json: { alike } });
  await look.getByText('₦9,000.00 to this account also:', { exact: false }).waitFor();
  expect(await look.getByRole('link').getAttribute('href')).toBe('/cases/payout/PO-0');
  expect(await look.locator('[data-variant=filled]').count()).toBe(0);
});

browserTest('the last look says so if the desk cannot look for such payouts', async () => {
  const look = await lastLook('9000', undefined, { status: 500, json: {} });
  await look.getByText('The desk cannot look for payments like this one at the moment.').waitFor();
});

browserTest('a bank that the list does not have is told so, also in a command', async () => {
  const unknown = 'No single bank of the list has this name or code';
  const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
  await page.locator('[name="beneficiary.bankCode"]').fill('Nowhere Bank');
  await page.getByRole('button', { name: 'Start the payout' }).click();
  await page.getByText(unknown).waitFor();

  const [offer] = loanPage().commands;
  const field = { kind: 'digits', about: 'Its code', optional: false, personal: false } as const;
  const fields = [{ ...field, name: 'sortCode', expectation: '3 to 6 digits' }];
  desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [{ ...offer!, fields }] }));
  page.once('dialog', (leaving) => void leaving.accept());
  await page.goto(`${desk().url}${LOAN}?do=${offer!.name}`);
  const form = page.getByRole('dialog');
  await form.locator('[name=sortCode]').fill('Nowhere Bank');
  await form.getByRole('button', { name: /^Send/ }).click();
  await form.getByText(unknown).waitFor();
  expect(await form.getByText('3 to 6 digits').count()).toBe(0);
  expect(desk().sent).toEqual([]);
});

browserTest(
  'as long as no worker has told the policy, the last look does not guess who approves',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}/payouts/new` });
    await page.clock.install();
    await page.reload();
    await page.locator('select[name="source.accountNumber"]').selectOption('9000000001');
    await fillPayout(page, '9000');
    await page.getByRole('button', { name: 'Start the payout' }).click();
    await page.getByText(/^No approval is needed/).waitFor();
    // The desk is started anew, while no worker answers.
    desk().answers['/api/paying-terms'] = () => ({ accounts: [], approvals: [], unknown: true });
    await page.clock.fastForward(61_000);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('The page of the payout will say whether others must approve it.').waitFor();
  },
);

browserTest('Enter in a field freezes no batch', async () => {
  const { page } = await browser.open({ url: `${desk().url}/batches/new` });
  const row = 'PO-1,2500000,901,Almond Bank,0123456789,ADA BELLO,Rent';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEADER}\n${row}`) });
  await page.getByLabel('Account that pays').selectOption('9000000002');
  await page.getByLabel('Reference of the batch').fill('BT-1');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: /same beneficiary/ }).focus();
  await page.keyboard.press('Enter');
  expect(desk().sent).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/cases\/batch\/BT-1/);
  expect(desk().sent).toHaveLength(1);
});

browserTest('the reason Other is sent with words alone', async () => {
  const { page } = await browser.open({ url: `${desk().url}${LOAN}?do=declineOffer` });
  const form = page.getByRole('dialog');
  await form.getByLabel('Reason').selectOption('OTHER');
  await form.getByRole('button', { name: /^Send/ }).click();
  await form.getByText('Say why in words: the reason is “Other”').waitFor();
  expect(desk().sent).toEqual([]);
  await form.getByLabel('Note for the timeline').fill('The shop was sold');
  await form.getByRole('button', { name: /^Send/ }).click();
  await form.waitFor({ state: 'detached' });
  expect(desk().sent.at(-1)?.body).toMatchObject({
    fields: { reason: 'OTHER' },
    note: 'The shop was sold',
  });
});

browserTest('who accepts an offer reads what it costs in all', async () => {
  const { page } = await browser.open({ url: `${desk().url}${LOAN}?do=acceptOffer` });
  const about = page.getByRole('dialog').getByRole('region', { name: 'The offer' });
  for (const text of ['₦450,000.00', '6', '₦82,125.50', '₦492,753.00', '₦42,753.00'])
    await about.getByText(text, { exact: true }).waitFor();
});

browserTest(
  'what one person typed is not in the form of the next person at this browser, and logging out deletes it',
  async () => {
    const url = `${desk().url}/payouts/new`;
    const { page } = await browser.open({ url });
    const [remark, reference] = ['remark', 'reference'].map((name) => page.locator(`[name="${name}"]`));
    await remark!.fill('Rent for May');
    const first = await reference!.inputValue();
    await page.goto(url);
    expect([await remark!.inputValue(), await reference!.inputValue()]).toEqual(['Rent for May', first]);
    desk().session = { ...supervisor(), subject: 'officer-12' };
    await page.goto(url);
    expect(await remark!.inputValue()).toBe('');
    expect(await reference!.inputValue()).not.toBe(first);
    await remark!.fill('Fuel');
    await page.getByRole('button', { name: supervisor().name }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL((next) => !next.pathname.startsWith('/payouts'));
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContainEqual(
      expect.stringContaining('officer-12'),
    );
  },
);

browserTest('a file in another encoding than UTF-8 is refused before its names are read', async () => {
  const { page } = await browser.open({ url: `${desk().url}/batches/new` });
  const row = 'PO-1,2500000,901,Almond Bank,0123456789,ADÉ BELLO,Rent';
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'a.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`${HEADER}\n${row}`, 'latin1'),
  });
  await page.getByText('The file is not UTF-8: save it as CSV UTF-8.').waitFor();
  expect(await page.getByLabel('Reference of the batch').count()).toBe(0);
});

browserTest('Back asks before it throws corrected rows of a batch away', async () => {
  const { page } = await browser.open({ url: `${desk().url}/payouts` });
  await page.getByRole('link', { name: 'New batch' }).click();
  const row = 'PO-1,none,901,Almond Bank,0123456789,ADA BELLO,Rent';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEADER}\n${row}`) });
  const amount = page.getByLabel('amountKobo of line 2');
  await amount.fill('2500000');
  await page.goBack();
  await page.getByText('Throw away what you corrected or typed?').waitFor();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect(await amount.inputValue()).toBe('2500000');
  await page.goBack();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await amount.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/payouts');
});
