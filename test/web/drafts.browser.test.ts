import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

browserTest('a draft that is found again says what it lacks, and can be cleared', async () => {
  const url = `${desk().url}/payouts/new`;
  const { page } = await browser.open({ url });
  const remark = page.locator('[name="remark"]');
  const reference = page.locator('[name="reference"]');
  const note = page.getByText('This is a draft of yours', { exact: false });
  await remark.fill('Rent for May');
  const first = await reference.inputValue();
  expect(await note.count()).toBe(0);
  await page.goto(url);
  await page.getByText('This is a draft of yours; what is personal was not kept.').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await note.waitFor({ state: 'detached' });
  expect(await remark.inputValue()).toBe('');
  expect(await reference.inputValue()).not.toBe(first);
  await page.goto(url);
  await remark.waitFor();
  expect(await note.count()).toBe(0);
  await remark.fill('Rent for June');
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await page.goBack();
  await page.getByText('This is a draft of yours.', { exact: true }).waitFor();
});
