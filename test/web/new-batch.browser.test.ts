import type { Page, Route } from 'playwright-core';
import { problem } from '../support/web/answers';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();
const HEADER = 'reference,amountKobo,bankCode,bankName,accountNumber,accountName,remark';
const FILE = `${HEADER}\nPO-1,2500000,901,Almond Bank,0123456789,ADA BELLO,Rent`;

/** The form of a batch of one payment of ₦25,000.00, complete but for what the test changes. */
async function openedBatch() {
  const { page } = await browser.open({ url: `${desk().url}/batches/new` });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByLabel('Reference of the batch').fill('BT-1');
  await page.getByLabel('Account that pays').selectOption('9000000002');
  const total = page.getByRole('region', { name: 'What the rows come to' });
  await total.getByText('₦25,000.00').first().waitFor();
  return {
    ...{ page, total, amount: page.getByLabel('amountKobo of line 2') },
    freeze: page.getByRole('button', { name: 'Freeze the batch' }),
    frozen: () => desk().sent.map(({ body }) => (body as { csv: string }).csv.split(',')[7]),
  };
}

/** Drops another file on the form. */
const drop = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
const DEARER = Buffer.from(FILE.replace('2500000', '9900000'));

/** Holds the checks of rows. @returns what does an act, and the check that follows from it */
async function heldChecks(page: Page) {
  const waiting: ((route: Route) => void)[] = [];
  await page.route('**/api/batches/check', (route) => waiting.shift()?.(route));
  return async (act: () => Promise<void>) => {
    const held = new Promise<Route>((resolve) => waiting.push(resolve));
    await act();
    const route = await held;
    /** Lets it be answered. */
    return async () => {
      const answered = page.waitForResponse((response) => response.request() === route.request());
      await route.continue();
      await (await answered).finished();
    };
  };
}

browserTest('a batch is not frozen while the check of what was typed last is on its way', async () => {
  const { page, total, amount, freeze, frozen } = await openedBatch();
  const checkAfter = await heldChecks(page);
  const first = await checkAfter(() => amount.fill('2600000'));
  const second = await checkAfter(async () => {
    await amount.fill('2700000');
    await first();
  });
  expect(await freeze.isDisabled()).toBe(true);
  await total.getByText('₦26,000.00').first().waitFor();
  await page.getByLabel('Reference of the batch').press('Control+Enter');
  await second();
  await total.getByText('₦27,000.00').first().waitFor();
  await freeze.click();
  await page.waitForURL(/cases\/batch\/BT-1/);
  expect(frozen()).toEqual(['2700000']);
});

browserTest(
  'the answer to an older check of the rows changes nothing after that to a newer one',
  async () => {
    const { page, total, amount, freeze, frozen } = await openedBatch();
    const checkAfter = await heldChecks(page);
    const older = await checkAfter(() => amount.fill('2600000'));
    const newer = await checkAfter(() => amount.fill('2700000'));
    await newer();
    await total.getByText('₦27,000.00').first().waitFor();
    await older();
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    expect(await total.getByText('₦27,000.00').count()).toBeGreaterThan(0);
    await freeze.click();
    await page.waitForURL(/cases\/batch\/BT-1/);
    expect(frozen()).toEqual(['2700000']);
  },
);

browserTest(
  'a freeze without an answer is sent again as the same request, and after a change as another one',
  async () => {
    const { page, total, amount, freeze } = await openedBatch();
    const lost = '**/api/batches';
    await page.route(lost, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const press = async () => {
      const failed = page.waitForEvent('requestfailed');
      await freeze.click();
      await failed;
      await page.getByText('it is unknown whether this took effect').waitFor();
    };
    await press();
    await press();
    await page.getByLabel('All rows are salaries').check();
    await press();
    await page.unroute(lost);
    await amount.fill('2600000');
    await total.getByText('₦26,000.00').first().waitFor();
    await freeze.click();
    await page.waitForURL(/cases\/batch\/BT-1/);
    const [first, ...others] = desk().sent.map(({ key }) => key);
    expect(others[0]).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  },
);

browserTest(
  'a file that the desk cannot read or refuses leaves the corrected rows, and another one asks before it takes their place',
  async () => {
    const { page, total, amount } = await openedBatch();
    const reference = page.getByLabel('Reference of the batch');
    const kept = async () => [await amount.inputValue(), await reference.inputValue()];
    await amount.fill('2600000');
    await total.getByText('₦26,000.00').first().waitFor();
    await drop(page, 'latin.csv', Buffer.from(FILE.replace('ADA', 'ADÉ'), 'latin1'));
    await page.getByText('The file is not UTF-8').waitFor();
    await page.getByText('The rows below are still those of a.csv.').waitFor();
    expect(await kept()).toEqual(['2600000', 'BT-1']);
    const refused = 'The file has no rows.';
    await page.route(
      '**/api/batches/check',
      (route) => route.fulfill({ status: 422, json: problem(422, 'invalid', refused) }),
      { times: 1 },
    );
    await drop(page, 'empty.csv', DEARER);
    await page.getByText(refused).waitFor();
    expect(await kept()).toEqual(['2600000', 'BT-1']);
    const question = page.getByText('and take the rows of b.csv?');
    await drop(page, 'b.csv', DEARER);
    await question.waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await kept()).toEqual(['2600000', 'BT-1']);
    await drop(page, 'b.csv', DEARER);
    await page.getByRole('button', { name: 'Throw away' }).click();
    await total.getByText('₦99,000.00').first().waitFor();
    expect(await kept()).toEqual(['9900000', '']);
  },
);

browserTest('another file asks while a form is begun below rows that nobody has corrected', async () => {
  const { page, total } = await openedBatch();
  await drop(page, 'b.csv', DEARER);
  await page.getByRole('button', { name: 'Throw away' }).click();
  await total.getByText('₦99,000.00').first().waitFor();
  await drop(page, 'a.csv', Buffer.from(FILE));
  await total.getByText('₦25,000.00').first().waitFor();
});
