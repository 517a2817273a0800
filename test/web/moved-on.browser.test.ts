import { loanPage } from '../support/web/fixtures/loan';
import { problem } from '../support/web/answers';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';

browserTest(
  'a form whose case moved on goes on from the new stage with its text, as a new request',
  async () => {
    const moved = 'The case has moved on since you looked: Documents.';
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: 'The note' });
    await text.fill('Call the borrower');
    desk().refusals.push(problem(409, 'refused', moved));
    desk().cases.set('loan:LN-2026-0001', loanPage({ stage: 'DOCUMENTS', stageTitle: 'Documents' }));
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText(moved).waitFor();
    await dialog.getByRole('button', { name: 'Go on with the case as it is now' }).click();
    await dialog.getByText(moved).waitFor({ state: 'hidden' });
    expect(await text.inputValue()).toBe('Call the borrower');
    expect(desk().sent).toHaveLength(1);
    await send(page, 'Add a note to the timeline');
    expect(desk().sent).toMatchObject([
      { body: { expectedStage: 'OFFER' } },
      { body: { fields: { text: 'Call the borrower' }, expectedStage: 'DOCUMENTS' } },
    ]);
    expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(2);
  },
);

browserTest('a form whose case moved on says so where the command is no longer possible', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'The note' });
  await text.fill('Call the borrower');
  desk().refusals.push(problem(409, 'refused', 'The case has moved on since you looked: Documents.'));
  const commands = loanPage().commands.map((one) =>
    one.name === 'addNote' ? { ...one, allowed: false, whyNot: 'It is not possible in this stage.' } : one,
  );
  desk().cases.set('loan:LN-2026-0001', loanPage({ stage: 'DOCUMENTS', stageTitle: 'Documents', commands }));
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('It is not possible in this stage.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Send/ }).isDisabled()).toBe(true);
  expect(await text.inputValue()).toBe('Call the borrower');
});

browserTest('a held loan says so in the form and the receipt of an answer to its offer', async () => {
  const about = 'what the applicant was asked for: “A clearer copy”';
  const waiting = { ...loanPage().waiting!, for: 'APPLICANT', about, since: '2026-01-01T00:00:00.000Z' };
  desk().cases.set('loan:LN-2026-0001', loanPage({ waiting }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  await page.getByRole('dialog').getByText(`It waits for ${about}.`, { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('Accepted. The loan is held', { exact: false }).waitFor();
});

browserTest(
  'a form about an offer does not change its terms under the hand: it says what has changed, and waits',
  async () => {
    const account = { accountNumber: '…6788', bankCode: '902', bankName: 'Baobab Trust Bank' };
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paid into').waitFor();
    desk().cases.set('loan:LN-2026-0001', loanPage({ disbursementAccount: account, changes: 1 }));
    desk().tick();
    await dialog.getByText('This has changed since the form was opened', { exact: false }).waitFor();
    await dialog.getByText('Paid into now: …6788, Baobab Trust Bank').waitFor();
    const send = dialog.getByRole('button', { name: /^Send/ });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Go on with the case as it is now' }).click();
    await dialog.getByText('…6788, Baobab Trust Bank', { exact: true }).waitFor();
    await send.click();
    await page.getByRole('log', { name: 'Receipts' }).getByText('Accepted.').waitFor();
    expect(desk().sent).toMatchObject([{ body: { expectedChanges: 1 } }]);
  },
);
