import { browserTest, violationsOn } from '../support/web/browser';
import { problem } from '../support/web/answers';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

/** Every page, with a sign that it is there. */
const PAGES = [
  ['the queue', '/', 'LN-2026-0001'],
  ['a case', '/cases/loan/LN-2026-0001', 'What you may do now'],
  ['the form of a command', '/cases/loan/LN-2026-0001?do=quote', 'Months'],
  ['a preview', `/cases/loan/LN-2026-0001?document=${'a'.repeat(64)}`, 'Close the preview'],
  ['approvals', '/approvals', 'PO-2026-0420'],
  ['payouts and batches', '/payouts', 'BT-2026-0009'],
  ['a new payout', '/payouts/new', 'Start the payout'],
  ['a new batch', '/batches/new', 'Drop the CSV file here'],
  ['repayments', '/repayments', 'LN-2026-0007'],
  ['a statement', '/repayments/LN-2026-0007', '246,376.50'],
  ['reconciliation', '/reconciliation', 'TRX-88131'],
  ['figures and health', '/health', '41 of 100 left'],
  ['a new loan', '/loans/new', 'Next step'],
  ['the audit', '/audit?day=2026-11-22', 'Ada Approver'],
  ['what I gave', '/given', 'waits for a second person'],
  ['people', '/people', 'person-forgotten'],
  ['event endpoints', '/endpoints', 'it answered 500'],
  ['an address that leads nowhere', '/nowhere', 'To the queue'],
] as const;

for (const scheme of ['light', 'dark'] as const)
  for (const [name, path, sign] of PAGES)
    browserTest(`axe finds nothing on ${name} in ${scheme} colours`, async () => {
      const { page, complaints } = await browser.open({ url: `${desk().url}${path}`, scheme });
      await page.getByText(sign).first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });

for (const scheme of ['light', 'dark'] as const)
  for (const [name, arrange, sign] of [
    ['empty', () => (desk().rows = []), 'Nothing needs you'],
    ['stale', () => (desk().stale = true), 'What you see in lists is 2 min old'],
    ['broken', () => (desk().broken = '/api/cases'), 'This could not be loaded'],
  ] as const)
    browserTest(`axe finds nothing on a queue that is ${name} in ${scheme} colours`, async () => {
      arrange();
      const { page } = await browser.open({ url: desk().url, scheme });
      await page.getByText(sign).first().waitFor();
      expect(await violationsOn(page)).toEqual([]);
    });

browserTest('axe finds nothing on a command that is refused', async () => {
  desk().refusals.push(problem(409, 'refused', 'The offer has expired.'));
  const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001?do=acceptOffer` });
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await page.getByText('The offer has expired.').waitFor();
  expect(await violationsOn(page)).toEqual([]);
});

for (const scheme of ['light', 'dark'] as const)
  browserTest(`axe finds nothing on a case on a phone in ${scheme} colours`, async () => {
    const { page } = await browser.open({
      url: `${desk().url}/cases/loan/LN-2026-0001`,
      ...{ scheme, screen: 'phone' },
    });
    await page.getByText('What you may do now').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

for (const [name, path, sign] of PAGES)
  browserTest(`nothing of ${name} lies outside a screen of 360 pixels`, async () => {
    const { page } = await browser.open({ url: `${desk().url}${path}`, screen: 'narrow' });
    await page.getByText(sign).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
