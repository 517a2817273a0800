import { receiptOf } from '../support/web/answers';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval, repayments } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';

const { browser, desk } = deskPages();

/** The tables that are wider than their place. */
const CUT = `[...document.querySelectorAll('.table-frame')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ ariaLabel }) => ariaLabel)`;

browserTest('the approvals whose names differ can be shown alone, on each page of the list', async () => {
  const of = (place: number) => `PO-2026-05${10 + place}`;
  desk().approvals = Array.from({ length: 5 }, (_, place) =>
    payoutApproval({
      reference: of(place),
      nameVerdict: ['match', 'match', 'close', 'mismatch', 'match'][place]!,
    }),
  );
  const { page } = await browser.open({ url: `${desk().url}/approvals?sort=amount` });
  const rows = page.getByRole('button', { name: /^To be approved/ });
  await rows.first().waitFor();
  await page.getByLabel('Names differ or are close (2)').check();
  await page.getByRole('link', { name: of(0) }).waitFor({ state: 'detached' });
  expect(await rows.allInnerTexts()).toEqual(
    [2, 3].map((place) => expect.stringContaining(of(place)) as string),
  );
  expect(new URL(page.url()).search).toBe('?sort=amount&differ=true');
  desk().approvals = desk().approvals.filter(({ nameVerdict }) => nameVerdict === 'match');
  desk().tick();
  await page.getByText('No names differ or are close').waitFor();
  await page.getByLabel('Names differ or are close (0)').uncheck();
  await page.getByRole('link', { name: of(0) }).waitFor();
});

browserTest('a list says that somebody holds a payout back, whatever it waits for', async () => {
  const waiting = desk().rows.find(({ reference }) => reference === 'BT-2026-0009');
  desk().rows = [{ ...waiting!, held: { by: 'supervisor-9', why: 'SUSPECTED_FRAUD' } }];
  const { page } = await browser.open({ url: desk().url });
  const row = page.getByRole('row', { name: /BT-2026-0009/ });
  await row.getByText('Held back by supervisor-9: Suspected fraud').waitFor();
  await row.getByText('the approval of the batch').waitFor();
});

browserTest('a wait of the queue ends in a year, and an instant of another year has it, too', async () => {
  const row = desk().rows.find(({ reference }) => reference === 'LN-2026-0001');
  const waiting = { for: 'X', about: 'an answer', on: 'borrower', since: '2027-01-02T09:00:00.000Z' };
  desk().rows = [
    {
      ...row!,
      startedAt: '2026-12-30T09:00:00.000Z',
      waiting: { ...waiting, until: '2027-01-09T09:00:00.000Z' },
    },
    { ...row!, reference: 'LN-2027', startedAt: '2027-01-02T09:00:00.000Z' },
  ];
  const { page } = await browser.open({ url: desk().url });
  await page.clock.setFixedTime('2027-01-05T10:00:00.000Z');
  await page.reload();
  await page.getByText('until 9 Jan 2027, 10:00').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('textbox').fill('LN-2026-0001');
  await palette.getByText('started 30 Dec 2026').waitFor();
  await palette.getByRole('textbox').fill('LN-2027');
  await palette.getByText('started 2 Jan, 10:00').waitFor();
});

browserTest('a loan whose present state is unknown cuts off no button of the repayments', async () => {
  const list = repayments();
  const rows = list.rows.map((row) => ({ ...row, stageTitle: 'Present state unknown' }));
  desk().answers['/api/repayments'] = () => ({ ...list, rows });
  const { page } = await browser.open({ url: `${desk().url}/repayments` });
  await page.getByRole('rowheader').first().waitFor();
  for (const width of [1440, 1361, 1281, 1241, 1181, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await page.evaluate(CUT)]).toEqual([width, []]);
  }
});

browserTest('the rows of a new batch mark both lines of a payment that stands there twice', async () => {
  const rows = ['PO-1', 'PO-2', 'PO-3'].map((reference, place) => ({ line: place + 2, cells: [reference] }));
  const warnings = ['line 4 (PO-3) repeats account and amount of line 2 (PO-1)'];
  const totals = { rows: 3, totalKobo: 7_500_000, largestKobo: 2_500_000, beneficiaries: 2 };
  const json = { columns: ['reference'], rows, problems: [], warnings, repeated: [4, 2], totals };
  const { page } = await browser.open({ url: `${desk().url}/batches/new` });
  await page.route('**/api/batches/check', (route) => route.fulfill({ json }));
  const buffer = Buffer.from('reference\nPO-1\nPO-2\nPO-3');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await page.getByText(warnings[0]!, { exact: true }).waitFor();
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
    expect.stringMatching(/^2\s+twice$/i),
    '3',
    expect.stringMatching(/^4\s+twice$/i),
  ]);
  expect(await violationsOn(page)).toEqual([]);
});

browserTest(
  'a command for many cases says who must agree, and of which of them it is only proposed',
  async () => {
    const [offered] = loanPage().commands;
    const others = { agreement: { approvals: 1, roles: ['approver'], fromKobo: 0 } };
    const retry = { ...offered!, name: 'retry', summary: 'Try again', allowed: true, fields: [], others };
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [retry] }));
    const { page } = await browser.open({ url: desk().url });
    const receipt = receiptOf('retry', 'OFFER');
    const of = (reference: string, proposed?: string) => ({
      ...{ kind: 'loan', reference },
      receipt: { ...receipt, ...(proposed && { proposed }) },
    });
    const results = [of('LN-2026-0001', 'a'.repeat(64)), of('LN-2026-0038')];
    await page.route('**/api/commands', (route) => route.fulfill({ json: { results } }));
    for (const { reference } of results) await page.getByLabel(`Select ${reference}`).check();
    await page.getByLabel('Command for all of them').selectOption('retry');
    await page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Who must agree is told of LN-2026-0001', { exact: false }).waitFor();
    await dialog
      .getByText('Before this takes effect, another person (approver) must agree.', { exact: false })
      .waitFor();
    await dialog.getByRole('button', { name: /^Send/ }).click();
    const told = page.getByRole('log', { name: 'What became of each' }).getByRole('listitem');
    await told.first().waitFor();
    expect(await told.allTextContents()).toEqual([
      'LN-2026-0001proposed: waits for a second person',
      'LN-2026-0038accepted',
    ]);
  },
);
