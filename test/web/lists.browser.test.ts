import type { CaseRow } from '../../src/desk/contract';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { repayments } from '../support/web/fixtures/lists';
import { auditor } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

/** More cases of a kind than a page holds; the page of the first one is known. */
const many = (kind: CaseRow['kind'], count: number): CaseRow[] => {
  const one = desk().rows.find((row) => row.kind === kind)!;
  const named = (place: number) => (place === 0 ? 'LN-2026-0001' : `XX-${place}`);
  return Array.from({ length: count }, (_, place) => ({ ...one, kind, reference: named(place) }));
};

/** The tables that are wider than their place. */
const CUT = `[...document.querySelectorAll('.table-frame')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ ariaLabel }) => ariaLabel)`;

browserTest.each(['/', '/approvals', '/repayments', '/payouts'])(
  'no table of %s is cut off on a screen of 1024 pixels',
  async (path) => {
    const { page } = await browser.open({ url: `${desk().url}${path}`, screen: 'old' });
    if (path === '/approvals') await page.getByRole('button', { name: /^To be approved/ }).click();
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.evaluate(CUT)).toEqual([]);
  },
);

browserTest(
  'a row tells until when its wait lasts, since when only once, and which day was promised',
  async () => {
    const about = 'an answer to the offer';
    const since = '2030-01-01T08:00:00.000Z';
    const waiting = { for: 'X', about, on: 'borrower', since, until: '2030-01-04T09:00:00.000Z' };
    const attention = { cause: `waiting for ${about} since 2030-01-01 08:00 UTC`, since };
    const [row] = many('loan', 1);
    desk().rows = [{ ...row!, waiting, attention, promisedOn: '2030-01-05' }];
    const { page } = await browser.open({ url: desk().url });
    const shown = page.getByRole('row', { name: 'LN-2026-0001' });
    await shown.getByText(`waiting for ${about}`, { exact: true }).waitFor();
    await shown.getByText('until 4 Jan 2030').waitFor();
    await shown.getByText('promised to pay on 5 Jan 2030').waitFor();
  },
);

browserTest('a row names a command that waits for a second person in words', async () => {
  const [row] = many('loan', 1);
  const cause = 'setDisbursementAccount waits for a second person, until 2030-01-03 08:00 UTC';
  desk().rows = [{ ...row!, attention: { cause, since: '2030-01-01T08:00:00.000Z' } }];
  const { page } = await browser.open({ url: desk().url });
  const shown = page.getByRole('row', { name: 'LN-2026-0001' });
  await shown.getByText(/^“Set disbursement account” waits for a second person, until 3 Jan/).waitFor();
});

browserTest('a rejection is counted at What I gave until the person has opened that page', async () => {
  desk().answers['/api/given'] = () => ({
    deeds: [
      {
        ...{ kind: 'payout', reference: 'PO-1', at: '2030-01-01T09:00:00.000Z', summary: 'Start' },
        ...{ state: 'rejected', by: 'approver-1', reason: 'WRONG_AMOUNT: Ask Ada' },
        ownReason: 'OTHER: Paid by Eze',
      },
    ],
  });
  const { page } = await browser.open({ url: desk().url });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'What I gave 1 rejected' }).click();
  await page.getByRole('heading', { name: 'What I gave' }).waitFor();
  await page.getByText('Other: Paid by Eze').waitFor();
  await page.getByText('Wrong amount: Ask Ada').waitFor();
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
    await dialog.getByRole('button', { name: /^Send/ }).click();
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

browserTest(
  'Enter in the palette opens the first case found, however late the results come, and none of an earlier word',
  async () => {
    const { page } = await browser.open({ url: desk().url });
    const palette = page.getByRole('dialog');
    const entries = palette.locator('[data-action]');
    await page.getByRole('link', { name: 'LN-2026-0038' }).waitFor();
    await page.keyboard.press('Control+k');
    await palette.locator('input:focus').waitFor();
    let come = (): void => undefined;
    desk().searching = new Promise<void>((resolve) => (come = resolve));
    const asked = page.waitForRequest(/\/api\/search\?q=LN-2026$/);
    await page.keyboard.type('LN-2026');
    await asked;
    await palette.getByText('Searching').waitFor();
    await page.keyboard.press('Enter');
    come();
    await entries.nth(2).waitFor();
    expect(await page.evaluate<string[]>(MARKED)).toEqual(['true', '', '']);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate<string[]>(MARKED)).toEqual(['', 'true', '']);
    desk().searching = new Promise<void>((resolve) => (come = resolve));
    await page.keyboard.type('-0038');
    await palette.getByText('Searching').waitFor();
    await page.keyboard.press('Enter');
    come();
    await palette.getByText('Ibrahim Musa').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/cases\/loan\/LN-2026-0038/);
  },
);
const MARKED = `[...document.querySelectorAll('[data-action]')].map((one) => one.dataset.selected ?? '')`;

browserTest('of the lists of payouts, the one that is shown is marked as chosen', async () => {
  const { page } = await browser.open({ url: `${desk().url}/payouts?kind=batch&ended=true` });
  const chosen = page.locator('.tabs [aria-current]');
  await page.getByRole('link', { name: 'Batches', exact: true }).waitFor();
  expect(await chosen.allTextContents()).toEqual(['Batches', 'Ended']);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.waitForURL((url) => !url.search.includes('batch'));
  expect(await chosen.allTextContents()).toEqual(['All', 'Ended']);
});

browserTest('who may not start a payout is not told to start one', async () => {
  desk().rows = [];
  const { page } = await browser.open({ url: `${desk().url}/payouts` });
  await page.getByText('Start a payout or a batch; it stands here at once.').waitFor();
  desk().session = auditor();
  await page.reload();
  await page.getByRole('heading', { name: 'There are none' }).waitFor();
  expect(await page.getByText('Start a payout').count()).toBe(0);
});

browserTest('the audit leads to the page of a case, and to all its entries', async () => {
  desk().session = auditor();
  const { page } = await browser.open({ url: `${desk().url}/audit?day=2026-11-22` });
  const row = page.getByRole('row', { name: /approver-1|Ada Approver/ }).last();
  await row.getByRole('link', { name: 'all entries of payout:PO-2026-0420' }).click();
  await page.waitForURL(/audit\?case=payout/);
  await page.getByRole('link', { name: 'PO-2026-0420', exact: true }).first().click();
  await page.waitForURL(/\/cases\/payout\/PO-2026-0420$/);
});

browserTest('a batch that two rows let a search find says so, and shows both', async () => {
  const { cases, url } = desk();
  cases.set('batch:BT-2026-0009', {
    ...{ ...cases.get('loan:LN-2026-0001')!, kind: 'batch', reference: 'BT-2026-0009', commands: [] },
  });
  const { page } = await browser.open({ url: `${url}/cases/batch/BT-2026-0009?find=sup-001%20262500` });
  await page.getByText('No single row has all of these words.').waitFor();
  const rows = page.getByRole('table', { name: 'Rows of the batch' });
  await rows.getByText('SUP-001').waitFor();
  await rows.getByText('SUP-002').waitFor();
  await page.getByLabel('Find a row').fill('sup 262500');
  await page.getByText('No single row').waitFor({ state: 'detached' });
  expect(await rows.getByText('SUP-001').count()).toBe(0);
  await page.getByLabel('Find a row').fill('nobody');
  await page.getByText('No row fits.').waitFor();
});

browserTest(
  'a reconciliation names the payouts in flight, and says where the text of a debit stands',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}/reconciliation` });
    await page.getByText('The desk keeps neither payee nor narration of the bank’s lines').waitFor();
    await page.getByRole('definition').getByRole('link', { name: 'PO-2026-0420' }).click();
    await page.waitForURL(/\/cases\/payout\/PO-2026-0420$/);
  },
);

browserTest("the audit leads from a repayment's entry to the page of its loan", async () => {
  desk().session = auditor();
  const entry = {
    ...{ position: 1, case: 'repayment:bank-loan-1', sequence: 3, at: new Date().toISOString() },
    ...{ kind: 'command', what: 'addNote', signed: true, hash: '7d865e95', under: 'loan:LN-2026-0001' },
  };
  const began = { ...entry, position: 0, kind: 'start', what: 'start', signed: false };
  const entries = [{ ...entry, actor: 'officer-1' }, began];
  desk().answers['/api/audit'] = () => ({ entries });
  const { page } = await browser.open({ url: `${desk().url}/audit?day=2026-11-22` });
  await page.getByText('for the loan LN-2026-0001').waitFor();
  expect(await page.getByText('The system', { exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'LN-2026-0001', exact: true }).first().click();
  await page.waitForURL(/\/cases\/loan\/LN-2026-0001$/);
});

browserTest('the page of figures has the words of bank staff, and no names of programs', async () => {
  const { page } = await browser.open({ url: `${desk().url}/health` });
  await page.getByText('The bank takes 100 requests in 15 min.').waitFor();
  await page.getByRole('cell', { name: 'Borrower' }).waitFor();
  const told = await page.getByRole('main').innerText();
  expect(told).not.toMatch(/\b[Ww]indow\b|[Tt]ask queue|bank-urgent|\b[Bb]uild\b|getPayoutStatus/);
});

browserTest('on a phone the amounts of Figures and health are read whole', async () => {
  const { page } = await browser.open({ url: `${desk().url}/health`, screen: 'phone' });
  await page.getByRole('heading', { name: 'Week by week' }).waitFor();
  expect(await page.evaluate(CUT)).toEqual([]);
});

browserTest('the button that searches is read whole beside the clock of a demonstration', async () => {
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('link', { name: 'LN-2026-0038' }).waitFor();
  const cut = `[...document.querySelectorAll('.shell-top .mantine-Button-label')].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`;
  expect(await page.evaluate(cut)).toBe(0);
});

browserTest.each([
  ['calls', 'Nobody is to be called today'],
  ['promised', 'No loan has a promise'],
  ['today', 'Nothing is due today'],
])('an empty list of repayments (%s) says what that means', async (due, title) => {
  desk().answers['/api/repayments'] = () => ({ ...repayments(), rows: [] });
  const { page } = await browser.open({ url: `${desk().url}/repayments?due=${due}` });
  await page.getByRole('heading', { name: title }).waitFor();
});

browserTest('on a phone the audit fits the screen, and its details have amounts in naira', async () => {
  desk().session = auditor();
  const entry = {
    position: 1,
    case: 'payout:PO-1',
    sequence: 1,
    at: new Date().toISOString(),
    kind: 'command',
  };
  const detail = { amountKobo: 25_100_000, root: 'a'.repeat(64), fields: { before: 'b'.repeat(64) } };
  const entries = [{ ...entry, what: 'amend', actor: 'operator-1', signed: true, hash: '7d865e95', detail }];
  desk().answers['/api/audit'] = () => ({ entries });
  const { page } = await browser.open({ url: `${desk().url}/audit?day=2026-11-22`, screen: 'phone' });
  await page.getByText('Amount: ₦251,000.00', { exact: false }).waitFor();
  const frame = page.locator('.table-frame');
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

browserTest('lists that were read a moment ago raise no alarm', async () => {
  Object.assign(desk(), { stale: true, staleMs: 20_000 });
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByText('What you see in lists').count()).toBe(0);
});
