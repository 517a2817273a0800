import type { FormField, RepaymentList } from '../../src/desk/contract';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { problem } from '../support/web/answers';
import { untilFocus } from '../support/web/keyboard';
import { repayments } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';

const { browser, desk } = deskPages();

const LATE = 'LN-2026-0007';

/** The page of repayments with the focus on the loan that is late. */
async function opened() {
  const [offered] = loanPage().commands;
  const fields: FormField[] = [
    {
      name: 'promisedOn',
      kind: 'date',
      about: 'The promised date',
      optional: false,
      personal: false,
      expectation: 'a day, YYYY-MM-DD',
      earliest: '2031-03-02',
    },
  ];
  const recordPromise = { ...offered!, name: 'recordPromise', summary: 'Record a promise', fields };
  desk().cases.set(
    `loan:${LATE}`,
    loanPage({ reference: LATE, stage: 'ARREARS', commands: [recordPromise] }),
  );
  const { page, complaints } = await browser.open({ url: `${desk().url}/repayments?due=arrears` });
  const link = page.getByRole('link', { name: LATE, exact: true });
  await link.waitFor();
  await page.keyboard.press('j');
  await untilFocus(link);
  const sent = () => desk().sent.map(({ path, body }) => [path.split('/').slice(-3).join('/'), body]);
  return { page, link, complaints, sent };
}

browserTest(
  'after a call one key writes down that nobody answered, on which day to call again, or what was promised',
  async () => {
    const { page, link, complaints, sent } = await opened();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    await page.keyboard.press('n');
    await receipts.getByText(`${LATE}: Called: no answer`).waitFor();
    await untilFocus(link);

    await page.keyboard.press('c');
    const again = page.getByRole('dialog', { name: `${LATE}: call again` });
    await again.getByLabel('Day').fill('2031-03-04');
    await page.keyboard.press('Control+Enter');
    await receipts.getByText(`${LATE}: Call again on 4 Mar 2031`).waitFor();
    const row = page.getByRole('row', { name: LATE });
    await row.getByText('Call again on 4 Mar 2031').waitFor();
    await untilFocus(link);

    await page.keyboard.press('p');
    const promise = page.getByRole('dialog', { name: `${LATE}: promised to pay` });
    await promise.getByText('Chidi Eze: ₦82,125.50 overdue').waitFor();
    await promise.getByText('today is 2 Mar 2031').waitFor();
    await promise.getByLabel('Will pay on').fill('2031-03-01');
    await page.keyboard.press('Control+Enter');
    await promise.getByText('This must be today (2 Mar 2031) or later').waitFor();
    await promise.getByLabel('Will pay on').fill('2031-03-02');
    await page.keyboard.press('Control+Enter');
    await receipts.getByText(`${LATE}: Record a promise`).waitFor();
    await row.getByText('promised for 2 Mar 2031').waitFor();
    await untilFocus(link);

    expect(sent()).toEqual([
      [`${LATE}/commands/addNote`, { fields: { text: 'Called: no answer' } }],
      [`${LATE}/commands/addNote`, { fields: { text: 'Call again on 4 Mar 2031' } }],
      [`${LATE}/commands/recordPromise`, { fields: { promisedOn: '2031-03-02' }, expectedStage: 'ARREARS' }],
    ]);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'a promise stands at once in the list of promises, which says to others that it follows within a minute',
  async () => {
    const { page } = await opened();
    await page.route('**/api/repayments?due=promised', async (route) => {
      const list = (await (await route.fetch()).json()) as RepaymentList;
      await route.fulfill({ json: { ...list, rows: [], counts: { ...list.counts, promised: 0 } } });
    });
    await page.keyboard.press('p');
    const promise = page.getByRole('dialog', { name: `${LATE}: promised to pay` });
    await promise.getByLabel('Will pay on').fill('2031-03-02');
    await page.keyboard.press('Control+Enter');
    await promise.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Promised/ }).click();
    await page.getByRole('row', { name: LATE }).getByText('promised for 2 Mar 2031').waitFor();
    await page.getByRole('link', { name: /^Promised\s*1$/ }).waitFor();
    await page.reload();
    await page.getByText('What was written down a moment ago comes here within a minute.').waitFor();
  },
);

browserTest(
  'what came of a call is a button, too, one tab is the open one, and the table fits a wide screen',
  async () => {
    const { page } = await opened();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    const row = page.getByRole('row', { name: LATE });
    await row.getByRole('button', { name: 'No answer' }).click();
    await receipts.getByText('Called: no answer').waitFor();
    await row.getByRole('button', { name: 'Call again' }).click();
    await page.getByRole('dialog', { name: `${LATE}: call again` }).waitFor();
    await page.keyboard.press('Escape');
    const lists = page.getByRole('navigation', { name: 'Lists' });
    expect(await lists.locator('[aria-current]').allInnerTexts()).toEqual([
      expect.stringContaining('Arrears'),
    ]);
    const widths = `[...document.querySelectorAll('.table-frame')].map((one) => Math.max(0, one.scrollWidth - one.clientWidth))`;
    expect(await page.evaluate(widths)).toEqual([0, 0]);
    await page.getByRole('link', { name: 'Queue' }).click();
    await page.getByRole('link', { name: 'Repayments' }).click();
    await row.waitFor();
    expect(await receipts.textContent()).toBe('');
  },
);

browserTest(
  'a note that got no answer is told with its loan, and the same key pressed again sends the same request',
  async () => {
    const { page, sent } = await opened();
    desk().refusals.push(problem(504, 'timed-out', 'No worker answers.'));
    await page.keyboard.press('n');
    const failure = page.getByRole('region', { name: `${LATE}: Called: no answer` });
    await failure.getByText('The system that carries the cases on does not answer').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('log', { name: 'Receipts' }).getByText(`${LATE}: Called: no answer`).waitFor();
    expect(sent()).toHaveLength(2);
    expect(await failure.count()).toBe(0);
    expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(1);
  },
);

browserTest(
  'a loan in arrears shows what is overdue, for how long, whom to call and what was said last',
  async () => {
    const { page } = await opened();
    const row = page.getByRole('row', { name: LATE });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      ...[
        'In arrears',
        expect.stringMatching(/82,125.50\s+12 days late/),
        expect.stringContaining('82,125.50'),
      ],
      ...[expect.stringContaining('2 of 6 paid'), expect.stringContaining('not seen paid by')],
      ...[
        expect.stringContaining('Called: no answer'),
        expect.stringContaining('ikeja'),
        expect.stringContaining('No answer'),
      ],
    ]);
    expect(await row.getByRole('link', { name: '+2348031234567' }).getAttribute('href')).toBe(
      'tel:+2348031234567',
    );
    await page.getByText('promised to pay', { exact: false }).first().waitFor();
  },
);

browserTest('a stage is read whole beside a promise and a long note', async () => {
  const [late] = repayments().rows;
  const lastNote = {
    on: late!.today,
    text: 'Called: the borrower pays in two parts, at the end of the month',
  };
  const row = { ...late!, stage: 'REPAYING', stageTitle: 'In repayment', lastNote, promise: 'OPEN' as const };
  desk().answers['/api/repayments'] = () => ({ ...repayments(), rows: [row] });
  const { page } = await browser.open({ url: `${desk().url}/repayments` });
  await page.getByRole('row', { name: row.reference }).waitFor();
  const cut = `[...document.querySelectorAll('td .mantine-Badge-label')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;
  expect(await page.evaluate(cut)).toEqual([]);
});

browserTest.each([
  ['p', 'promised to pay', 'Will pay on', 'Record a promise'],
  ['c', 'call again', 'Day', 'Call again on 4 Mar 2031'],
])(
  'a form that the key %s opened stays with its text when the loan leaves the list',
  async (key, title, label, summary) => {
    const { page } = await opened();
    await page.keyboard.press(key);
    const form = page.getByRole('dialog', { name: `${LATE}: ${title}` });
    await form.getByLabel(label).fill('2031-03-04');
    desk().answers['/api/repayments'] = () => ({ ...repayments(), rows: [] });
    desk().tick();
    await page.getByText('No loan is in arrears').waitFor();
    await form.getByText('Chidi Eze: ₦82,125.50 overdue').waitFor();
    expect(await form.getByLabel(label).inputValue()).toBe('2031-03-04');
    desk().refusals.push(problem(409, 'refused', 'The loan is closed by now.'));
    await page.keyboard.press('Control+Enter');
    await form.getByText('The loan is closed by now.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log', { name: 'Receipts' }).getByText(`${LATE}: ${summary}`).waitFor();
  },
);
