import type { Page } from 'playwright-core';
import { browserTest } from '../support/web/browser';
import { demonstration } from '../support/web/demonstration';
import { command, dropOn, logIn, pictured, send } from '../support/web/person';

const { browser, deskUrl } = demonstration();

const LOAN = 'LN-2026-0001';
const state = (page: Page) => page.getByRole('status');

browserTest('a loan officer brings a loan from its offer to its disbursement, without a reload', async () => {
  const { page, complaints } = await browser.open({ url: deskUrl() });
  await logIn(page, 'officer');
  let loads = 0;
  page.on('load', () => loads++);
  await page.getByRole('table', { name: 'Cases' }).getByRole('link', { name: LOAN }).waitFor();
  await pictured(page, 'loan-1-queue');
  await page.getByRole('table', { name: 'Cases' }).getByRole('link', { name: LOAN }).click();
  await state(page).getByText('Offer', { exact: true }).waitFor();
  await pictured(page, 'loan-2-offer');
  await command(page, 'Accept the offer');
  await state(page).getByText('Board resolution', { exact: true }).waitFor();
  await dropOn(
    page.getByRole('group', { name: 'Drop documents here' }),
    'examples/documents/board-resolution.pdf',
    'application/pdf',
  );
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await uploads.getByText('board-resolution.pdf is stored').waitFor();
  await pictured(page, 'loan-3-resolution');
  await uploads.getByRole('button', { name: 'Hand in the board resolution' }).click();
  await send(page, 'Hand in the board resolution');
  await state(page)
    .getByText(/Disbursed|In repayment/)
    .first()
    .waitFor();
  await pictured(page, 'loan-4-disbursed');
  expect(loads).toBe(0);
  expect(complaints).toEqual([]);
});

const CSV = [
  'Reference,amount,bankCode,bankName,accountNumber,accountName,remark',
  'SAL-001,"86250,00",902,Baobab Trust Bank,0123456701,CHIDI CHIOMA FASHOLA,Salary November',
  'SAL-002,87x,903,Coral Microfinance Bank,0123456702,CHIDI EFE OKAFOR,Salary November',
  'SAL-003,88750,904,Dune Savings Bank,01234,CHIDI BASHIR ABUBAKAR,Salary November',
  'SAL 004,90000,901,Almond Bank,0123456704,IFE EFE IBRAHIM,Salary November',
]
  .map((line) => line.replaceAll(',', ';').replace('"86250;00"', '86250,00'))
  .join('\n');
const APPROVE = 'Approve the whole batch';

browserTest(
  'a maker corrects three rows of a batch and freezes it; another person approves it, and never its maker',
  async () => {
    const { page, complaints } = await browser.open({ url: deskUrl() });
    await logIn(page, 'maker');
    await page.getByRole('link', { name: 'Payouts and batches' }).click();
    await page.getByRole('link', { name: 'New batch' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'salaries.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await page.getByText('3 problems').waitFor();
    await page.getByText('1 of 4: only those without a problem').waitFor();
    await pictured(page, 'batch-1-problems');
    await page.getByText('amount must be in naira').first().waitFor();
    await page.getByLabel('amount of line 3').fill('87500,50');
    await page.getByLabel('accountNumber of line 4').fill('0123456703');
    await page.getByLabel('reference of line 5').fill('SAL-004');
    await page.getByText('Nothing is wrong with the rows').waitFor();
    await page.getByText('₦352,500.50').waitFor();
    await page.getByLabel('Reference of the batch').fill('BT-DESK-1');
    await page.getByLabel('Account that pays').selectOption({ label: '9000000001, Operations' });
    await page.getByRole('button', { name: 'Freeze the batch' }).click();
    await state(page).getByText('Frozen, to be approved', { exact: true }).waitFor();
    await page.getByText('that you may not give now').click();
    await page.getByRole('button', { name: APPROVE, disabled: true }).waitFor();
    await pictured(page, 'batch-2-maker');
    const digest = await page
      .getByRole('region', { name: 'To be approved' })
      .locator('.digest')
      .textContent();

    const approver = (await browser.open({ url: deskUrl() })).page;
    await logIn(approver, 'approver');
    await approver.getByRole('link', { name: 'Approvals', exact: false }).first().click();
    await approver.getByRole('button', { name: /To be approved.*BT-DESK-1/ }).click();
    await approver.locator('.digest', { hasText: digest! }).first().waitFor({ state: 'attached' });
    const payees = approver.getByRole('region', { name: 'Payees' });
    await payees.getByText('is for exactly these rows').waitFor();
    const [, largest] = await payees.getByRole('row').allTextContents();
    expect(largest).toContain('Never paid before');
    expect(largest).toMatch(/Almond Bank, \d{6}6704/);
    await approver.getByRole('button', { name: APPROVE }).click();
    const dialog = approver.getByRole('dialog', { name: APPROVE });
    expect(await dialog.locator('.digest').textContent()).toBe(digest);
    await pictured(approver, 'batch-3-approver');
    await send(approver, APPROVE);
    await state(page)
      .getByText(/Paying|Every row has its result/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  },
);
