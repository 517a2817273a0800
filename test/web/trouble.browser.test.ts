import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';
const ACCEPT = 'Accept the offer';

browserTest(
  'offline a command says at once that it was not sent, and once cancelled it is not sent later',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const dialog = page.getByRole('dialog', { name: ACCEPT });
    await dialog.waitFor();
    await page.context().setOffline(true);
    await page.getByText('The desk does not answer.').waitFor({ timeout: 2_000 });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('This computer is offline: nothing was sent.').waitFor({ timeout: 2_000 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.getByText('The desk does not answer.').waitFor({ state: 'detached' });
    await page.waitForTimeout(2_000);
    expect(desk().sent).toEqual([]);
    expect(await page.getByRole('log', { name: 'Receipts' }).textContent()).toBe('');
  },
);

browserTest('a command that was offline is sent once the person sends it again', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  const dialog = page.getByRole('dialog', { name: ACCEPT });
  await dialog.waitFor();
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('This computer is offline').waitFor();
  await page.context().setOffline(false);
  await send(page, ACCEPT);
  expect(desk().sent).toHaveLength(1);
});

browserTest(
  'Cancel amid an answer that does not come stops waiting, and says that the command may have taken effect',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    await page.route('**/commands/acceptOffer', () => undefined);
    const dialog = page.getByRole('dialog', { name: ACCEPT });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('it is unknown whether this took effect').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  },
);

browserTest('a case that a list cannot show is told above the others, with the reason', async () => {
  desk().unreadable = [
    { kind: 'reconciliation', reference: 'nightly 7', why: 'reference: must match pattern' },
  ];
  const { page } = await browser.open({ url: desk().url });
  await page.getByText('1 case cannot be shown').waitFor();
  await page.getByText('reconciliation nightly 7: reference: must match pattern').waitFor();
  await page.getByRole('link', { name: 'LN-2026-0001' }).waitFor();
});
