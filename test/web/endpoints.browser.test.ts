import { problem } from '../support/web/answers';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { administrator } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

const opened = async () => {
  desk().session = administrator();
  const { page } = await browser.open({ url: `${desk().url}/endpoints` });
  await page.getByRole('row', { name: /app\.example/ }).waitFor();
  return page;
};

browserTest('an administrator sees how far each endpoint was told and why one takes nothing', async () => {
  const page = await opened();
  await page.getByRole('row', { name: /app\.example.*event 1,204.*Is told/s }).waitFor();
  await page
    .getByRole('row', { name: /ledger\.example.*Takes nothing.*it answered 500; 7 tries/s })
    .waitFor();
});

browserTest('an endpoint is registered, and its secret is shown once', async () => {
  const page = await opened();
  await page.getByLabel('Name').fill('crm');
  await page.getByLabel('Address').fill('https://crm.example/hooks');
  await page.keyboard.press('Enter');
  expect(desk().sent).toEqual([]);
  await page.getByRole('button', { name: 'Register it' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'The secret of crm, which is shown this once' });
  await told.getByText('whsec_of-the-fixture').waitFor();
  expect(desk().sent).toMatchObject([
    { path: '/api/endpoints', body: { name: 'crm', url: 'https://crm.example/hooks' } },
  ]);
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await page.getByRole('row', { name: /app\.example/ }).waitFor();
  expect(await page.getByText('whsec_of-the-fixture').count()).toBe(0);
});

browserTest('an endpoint is tested at a press, and removed after one more', async () => {
  const page = await opened();
  await page.getByRole('button', { name: 'Post a test to app' }).click();
  await page.getByText('It took the test.').waitFor();
  await page.getByRole('button', { name: 'Remove ledger' }).click();
  expect(desk().sent).toMatchObject([{ path: '/api/endpoints/app', body: { do: 'test' } }]);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove ledger' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(desk().sent[1]).toMatchObject({ path: '/api/endpoints/ledger', body: { do: 'remove' } });
});

browserTest('what is refused stands beside its button, in a sentence', async () => {
  const page = await opened();
  desk().refusals.push(problem(409, 'refused', 'app was not told: it answered 404.'));
  await page.getByRole('button', { name: 'Post a test to app' }).click();
  await page.getByText('app was not told: it answered 404.').waitFor();
  expect(await page.getByText('It took the test.').count()).toBe(0);
});
