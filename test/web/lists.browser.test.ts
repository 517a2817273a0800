import type { CaseRow } from '../../src/desk/contract';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

/** More cases of a kind than a page holds; the page of the first one is known. */
const many = (kind: CaseRow['kind'], count: number): CaseRow[] => {
  const one = desk().rows.find((row) => row.kind === kind)!;
  const named = (place: number) => (place === 0 ? 'LN-2026-0001' : `XX-${place}`);
  return Array.from({ length: count }, (_, place) => ({ ...one, kind, reference: named(place) }));
};

browserTest.each(['/', '/approvals', '/repayments', '/payouts'])(
  'no table of %s is cut off on a screen of 1024 pixels',
  async (path) => {
    const { page } = await browser.open({ url: `${desk().url}${path}`, screen: 'old' });
    if (path === '/approvals') await page.getByRole('button', { name: /^To be approved/ }).click();
    await page.getByRole('rowheader').first().waitFor();
    const frames = `[...document.querySelectorAll('.table-frame')].map(
      ({ ariaLabel, scrollWidth, clientWidth }) => [ariaLabel, Math.max(0, scrollWidth - clientWidth)])`;
    const beyond = await page.evaluate<[string, number][]>(frames);
    expect(beyond.filter(([, pixels]) => pixels > 0)).toEqual([]);
  },
);

browserTest('a rejection is counted at What I gave until the person has opened that page', async () => {
  desk().answers['/api/given'] = () => ({
    deeds: [
      {
        ...{ kind: 'payout', reference: 'PO-1', at: '2030-01-01T09:00:00.000Z', summary: 'Start' },
        ...{ state: 'rejected', by: 'approver-1', reason: 'WRONG_AMOUNT' },
      },
    ],
  });
  const { page } = await browser.open({ url: desk().url });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'What I gave 1 rejected' }).click();
  await page.getByRole('heading', { name: 'What I gave' }).waitFor();
  await pages.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  expect(await pages.getByText('rejected').count()).toBe(0);
});

browserTest(
  'a command for 120 marked cases is sent in fifties, each part under a key of its own',
  async () => {
    desk().rows = many('loan', 120);
    const { page } = await browser.open({ url: desk().url });
    for (const shown of ['1 to 50', '51 to 100', '101 to 120']) {
      await page.getByText(`${shown} of 120 cases`).waitFor();
      await page.getByLabel('Select all on this page').check();
      if (shown !== '101 to 120') await page.getByRole('link', { name: 'Next' }).click();
    }
    await page.getByLabel('Command for all of them').selectOption({ label: 'Add a note to the timeline' });
    await page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'The note' }).fill('Called');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const results = page.getByRole('log', { name: 'What became of each' }).getByRole('listitem');
    await results.nth(119).waitFor();
    expect(await results.count()).toBe(120);
    const sent = desk().sent.map(({ body, key }) => [(body as { cases: unknown[] }).cases.length, key]);
    expect(sent.map(([cases]) => cases)).toEqual([50, 50, 20]);
    expect(new Set(sent.map(([, key]) => key)).size).toBe(3);
  },
);

browserTest(
  'payouts go on after the first fifty, and all kinds together say how many there are',
  async () => {
    desk().rows = many('payout', 60);
    const { page } = await browser.open({ url: `${desk().url}/payouts` });
    await page.getByRole('link', { name: 'All 60 cases' }).click();
    await page.getByText('1 to 50 of 60 cases').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('51 to 60 of 60 cases').waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(10);
  },
);

browserTest('a search that finds nothing on a list says on which other list it does', async () => {
  const [row] = desk().rows;
  desk().rows = [...desk().rows, { ...row!, reference: 'LN-ENDED', ended: true }];
  const { page } = await browser.open({ url: `${desk().url}/?q=LN-ENDED` });
  await page.getByRole('link', { name: 'Ended: 1 fits' }).click();
  await page.getByRole('link', { name: 'LN-ENDED' }).waitFor();
});
