import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

browserTest.each(['99999901001', '0123 456 789'])(
  'a search for the digits of a person or an account (%s) stays out of the address',
  async (number) => {
    const { page } = await browser.open({ url: desk().url });
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill(number);
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === number);
    await page.getByRole('button', { name: 'Apply' }).click();
    await asked;
    await page.waitForURL(/q=/);
    await page
      .getByRole('navigation', { name: 'Lists' })
      .getByRole('link', { name: /^Ended/ })
      .click();
    await page.waitForURL(/tab=ended/);
    expect(await search.inputValue()).toBe(number);
    const { searchParams } = new URL(page.url());
    expect(searchParams.toString().replace(/\D/g, '')).not.toContain(number.replace(/\D/g, ''));
    await page.reload();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    expect(await search.inputValue()).toBe('');
  },
);
