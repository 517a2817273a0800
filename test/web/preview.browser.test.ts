import { readFileSync } from 'node:fs';
import { browserTest } from '../support/web/browser';
import { DOCUMENT, loanPage } from '../support/web/fixtures/loan';
import { auditor } from '../support/web/fixtures/session';
import { deskPages } from '../support/web/desk-pages';
import { untilViewed } from '../support/web/person';

const { browser, desk } = deskPages();

const PREVIEW = `/cases/loan/LN-2026-0001?document=${DOCUMENT}`;
const ALONE = `/api/cases/loan/LN-2026-0001/documents/${DOCUMENT}`;
const OWNED = 'taken over';
const TAKES_OVER = `(parent !== self ? parent : self).document.title = '${OWNED}'; fetch('/api/session/end', { method: 'POST' })`;

/** A PDF that runs a script and asks an address as soon as it is opened. */
const withActions = (script: string) =>
  Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(${script.replace(/[()\\]/g, '\\$&')})/Next<</S/URI/URI(/api/session/end)>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`);

/** Starts like a PDF, and is a page of HTML for a browser that guesses. */
const alsoHtml = Buffer.from(`%PDF-1.4\n<!doctype html><html><script>${TAKES_OVER}</script></html>\n%%EOF\n`);

browserTest('a PDF is shown in the page, by the viewer of the browser', async () => {
  desk().document = {
    type: 'application/pdf',
    content: readFileSync('examples/documents/board-resolution.pdf'),
  };
  const { page, complaints } = await browser.open({ url: `${desk().url}${PREVIEW}` });
  await untilViewed(page);
  expect(complaints).toEqual([]);
});

browserTest.each([
  ['runs a script as it opens', withActions(TAKES_OVER)],
  ['is a page of HTML as well', alsoHtml],
])('a PDF that %s does nothing in the name of the desk', async (_what, content) => {
  desk().document = { type: 'application/pdf', content };
  const { page } = await browser.open({ url: `${desk().url}${PREVIEW}` });
  await untilViewed(page);
  expect(await page.title()).toContain('LN-2026-0001');
  expect(desk().session).toBeDefined();
});

browserTest('a picture that is opened alone belongs to no origin', async () => {
  const { page } = await browser.open({ url: `${desk().url}${ALONE}` });
  expect(await page.evaluate('self.origin')).toBe('null');
});

browserTest('a PDF that is opened alone does nothing in the name of the desk', async () => {
  desk().document = { type: 'application/pdf', content: withActions(TAKES_OVER) };
  const { page } = await browser.open({ url: `${desk().url}${ALONE}` });
  await untilViewed(page);
  expect(await page.title()).not.toBe(OWNED);
  expect(desk().session).toBeDefined();
});

browserTest('an auditor is offered no preview, and reads who sees documents', async () => {
  desk().session = auditor();
  const [document] = loanPage().documents;
  const checklist = [{ item: 'ID_CARD_DOCS', status: 'uploaded' as const, sha256: DOCUMENT }];
  desk().cases.set(
    'loan:LN-2026-0001',
    loanPage({ checklist, commands: [], documents: [document!, { ...document!, sha256: 'd'.repeat(64) }] }),
  );
  const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001` });
  await page.getByText('Officers and supervisors see the documents.').waitFor();
  await page.getByText('passport.pdf').first().waitFor();
  expect(await page.getByRole('button', { name: /Preview|passport/ }).count()).toBe(0);
});

browserTest('a preview that the desk refuses shows its sentence', async () => {
  desk().session = auditor();
  const { page } = await browser.open({ url: `${desk().url}${PREVIEW}` });
  await page.getByRole('dialog').getByText('This is for the role officer or supervisor.').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});
