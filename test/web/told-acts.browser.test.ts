import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { loanPage } from '../support/web/fixtures/loan';

const { browser, desk } = deskPages();

const AT = '2030-01-01T09:00:00.000Z';
const LATER = '2030-01-01T10:00:00.000Z';

/** The page of a loan with this timeline. */
async function openedWith(told: Partial<ReturnType<typeof loanPage>>) {
  desk().cases.set('loan:LN-2026-0001', loanPage(told));
  const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001` });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('listitem').first().waitFor();
  return { page, timeline };
}

browserTest('a timeline tells the reason of a command in words, and a note as it was written', async () => {
  const { timeline } = await openedWith({
    timeline: [
      { at: AT, by: 'operator operator-1', what: 'Cancel it', note: 'DUPLICATE: Ada asked' },
      { at: LATER, by: 'operator-1', what: 'Note', note: 'POS: the device failed' },
    ],
  });
  await timeline.getByText('Duplicate: Ada asked', { exact: true }).waitFor();
  await timeline.getByText('POS: the device failed', { exact: true }).waitFor();
});

browserTest('the audit tells the code of a reason in words, and a note as it was written', async () => {
  const { entries } = desk().answers['/api/audit']() as { entries: object[] };
  desk().answers['/api/audit'] = () => ({
    entries: [{ ...entries[0], detail: { reason: 'SUSPECTED_FRAUD', note: 'POS_7 IS BROKEN' } }],
  });
  const { page } = await browser.open({ url: `${desk().url}/audit` });
  await page.getByText('Reason: Suspected fraud; Note: POS_7 IS BROKEN').waitFor();
});
