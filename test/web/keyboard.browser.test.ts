import { browserTest } from '../support/web/browser';
import { demonstration } from '../support/web/demonstration';
import {
  byPalette,
  chooseFile,
  keepsFocus,
  logInByKeyboard,
  press,
  stepTo,
  tabTo,
  typeInto,
  untilFocus,
} from '../support/web/keyboard';

const { browser, deskUrl } = demonstration();

const LOAN = 'LN-2026-0001';

browserTest('by keyboard alone an officer accepts an offer, uploads and hands in a document', async () => {
  const { page, complaints } = await browser.open({ url: deskUrl() });
  const state = page.getByRole('status');
  await logInByKeyboard(page, 'officer');
  await stepTo(page.getByRole('table', { name: 'Cases' }).getByRole('link', { name: LOAN }), 'j');
  await page.keyboard.press('Enter');
  await state.getByText('Offer', { exact: true }).waitFor();
  await byPalette(page, 'accept the', 'Accept the offer');
  const accepting = page.getByRole('dialog', { name: 'Accept the offer' });
  await accepting.locator(':is(input, textarea):focus').waitFor();
  await page.keyboard.press('Control+Enter');
  await accepting.waitFor({ state: 'detached' });
  expect(await keepsFocus(page)).toBe(true);
  await state.getByText('Board resolution', { exact: true }).waitFor();

  const area = page.getByRole('group', { name: 'Drop documents here' });
  await chooseFile(area.getByRole('button'), 'Enter', 'examples/documents/board-resolution.pdf');
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await uploads.getByText('board-resolution.pdf is stored').waitFor();
  const handIn = uploads.getByRole('button', { name: 'Hand in the board resolution' });
  await press(handIn);
  const dialog = page.getByRole('dialog', { name: 'Hand in the board resolution' });
  await tabTo(dialog.getByLabel('Document', { exact: false }).last());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await untilFocus(handIn);
  await page.keyboard.press('Enter');
  await press(dialog.getByRole('button', { name: /^Send/ }));
  await dialog.waitFor({ state: 'detached' });
  expect(await keepsFocus(page)).toBe(true);
  await state
    .getByText(/Disbursed|In repayment/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

const CSV = [
  'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark',
  'KEY-001,8625000,902,Baobab Trust Bank,0123456701,CHIDI CHIOMA FASHOLA,Salary November',
  'KEY-002,87x,903,Coral Microfinance Bank,0123456702,CHIDI EFE OKAFOR,Salary November',
  'KEY-003,8875000,904,Dune Savings Bank,01234,CHIDI BASHIR ABUBAKAR,Salary November',
  'KEY 004,9000000,901,Almond Bank,0123456704,IFE EFE IBRAHIM,Salary November',
].join('\n');
const APPROVE = 'Approve the whole batch';
const BATCH = 'BT-KEYS-1';

browserTest(
  'by keyboard alone a maker corrects a batch, freezes it and is refused its approval, which another person gives',
  async () => {
    const { page, complaints } = await browser.open({ url: deskUrl() });
    await logInByKeyboard(page, 'maker');
    await byPalette(page, 'payouts', 'Payouts and batches');
    await press(page.getByRole('link', { name: 'New batch' }));
    const area = page.getByRole('group', { name: 'Drop the CSV file here' });
    await chooseFile(area.getByRole('button'), 'Space', {
      ...{ name: 'salaries.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) },
    });
    await page.getByText('3 problems').waitFor();
    await typeInto(page.getByLabel('amountKobo of line 3'), '8750000');
    await typeInto(page.getByLabel('accountNumber of line 4'), '0123456703');
    await typeInto(page.getByLabel('reference of line 5'), 'KEY-004');
    await page.getByText('Nothing is wrong with the rows').waitFor();
    await typeInto(page.getByLabel('Reference of the batch'), BATCH);
    await typeInto(page.getByLabel('Account that pays'), '9000000001');
    await press(page.getByRole('button', { name: 'Freeze the batch' }));
    await page.getByRole('status').getByText('Frozen, to be approved', { exact: true }).waitFor();
    await press(page.getByText('that you may not give now'));
    await press(page.getByRole('button', { name: APPROVE }));
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByText('another person must approve it').first().waitFor();
    const digest = (await page
      .getByRole('region', { name: 'To be approved' })
      .locator('.digest')
      .textContent())!;

    const approver = (await browser.open({ url: deskUrl() })).page;
    await logInByKeyboard(approver, 'approver');
    await byPalette(approver, 'approvals', 'Approvals');
    const choice = approver.getByRole('button', { name: new RegExp(`To be approved.*${BATCH}`) });
    await stepTo(choice, 'j');
    await approver.locator('.digest', { hasText: digest }).first().waitFor({ state: 'attached' });
    const agree = approver.getByRole('button', { name: APPROVE });
    await agree.waitFor();
    await approver.keyboard.press('Enter');
    await untilFocus(agree);
    await approver.keyboard.press('Enter');
    const dialog = approver.getByRole('dialog', { name: APPROVE });
    await dialog.locator(':is(input, textarea):focus').waitFor();
    expect(await dialog.locator('.digest').textContent()).toBe(digest);
    // Until the payees whose names differ have been in view, the keys send nothing.
    await dialog.getByRole('button', { name: 'Send the approval', disabled: false }).waitFor();
    await approver.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await approver.getByRole('log', { name: 'Receipts' }).getByText(APPROVE).first().waitFor();
    expect(await keepsFocus(approver)).toBe(true);
    await page
      .getByRole('status')
      .getByText(/Paying|Every row has its result/)
      .first()
      .waitFor();

    await byPalette(approver, 'fashola', BATCH);
    const rows = approver.getByRole('table', { name: 'Rows of the batch' });
    await rows.getByText('KEY-001').waitFor();
    expect(await rows.getByText('KEY-002').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
