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
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText('You are offline: nothing was sent.').waitFor({ timeout: 2_000 });
    await dialog.getByRole('button', { name: 'Close without sending' }).click();
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
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await send(page, ACCEPT);
  expect(desk().sent).toHaveLength(1);
});

browserTest('a page that cannot be read offline says nothing of what was sent before', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByRole('button', { name: ACCEPT }).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Repayments' }).click();
  const main = page.getByRole('main');
  await main.getByText('You are offline. What was sent before is not affected.').waitFor();
  expect(await main.innerText()).not.toContain('nothing was sent');
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Repayments' }).click();
  await main.getByRole('heading', { name: 'Repayments' }).waitFor();
});

browserTest('a case that cannot be read offline says so, and is read once the network is back', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByRole('button', { name: ACCEPT }).first().waitFor();
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.context().setOffline(true);
  const main = page.getByRole('main');
  await page.evaluate(
    "history.pushState({}, '', '/cases/loan/LN-2026-0002'), dispatchEvent(new PopStateEvent('popstate'))",
  );
  await main.getByText('You are offline. What was sent before is not affected.').waitFor();
  expect(await main.innerText()).not.toContain('nothing was sent');
  await page.context().setOffline(false);
  await main.getByText('You are offline.', { exact: false }).waitFor({ state: 'detached' });
});
