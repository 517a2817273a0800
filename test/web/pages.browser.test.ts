import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loanPage } from '../support/web/fixtures/loan';
import { problem } from '../support/web/answers';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { untilFocus } from '../support/web/keyboard';
import { command, send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';

browserTest(
  'the offer is accepted by keyboard alone: j, Enter, the command by Ctrl-K, Ctrl-Enter',
  async () => {
    const { page, complaints } = await browser.open({ url: desk().url });
    await page.getByRole('link', { name: 'LN-2026-0001' }).waitFor();
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Accept the offer' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.locator('input:focus').waitFor();
    await page.keyboard.type('accept the');
    await palette.getByText('Accept the offer').waitFor();
    await page.keyboard.press('Enter');
    await untilFocus(
      page.getByRole('dialog', { name: 'Accept the offer' }).getByLabel('Note for the timeline'),
    );
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    expect(desk().sent).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log', { name: 'Receipts' }).getByText('Accept the offer').waitFor();
    expect(desk().sent).toMatchObject([{ path: '/api/cases/loan/LN-2026-0001/commands/acceptOffer' }]);
    expect(complaints).toEqual([]);
  },
);

browserTest('a command whose answer never came is sent again under the same key', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  desk().refusals.push(problem(504, 'no-answer', 'No answer came in time.', { retry: true }));
  const dialog = page.getByRole('dialog', { name: 'Accept the offer' });
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('No answer came, so it is unknown whether this took effect').waitFor();
  expect(await page.getByRole('log', { name: 'Receipts' }).textContent()).toBe('');
  await send(page, 'Accept the offer');
  const [first, second] = desk().sent;
  expect(first?.key).toBeDefined();
  expect(second?.key).toBe(first?.key);
});

browserTest('a command that was refused and then changed is another request', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
  desk().refusals.push(
    problem(422, 'invalid', 'The note holds a phone number.', {
      mistakes: [{ field: 'fields.text', message: 'text must hold no personal data' }],
    }),
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'The note' }).fill('Call 0801');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('The note must hold no personal data').first().waitFor();
  await dialog.getByRole('textbox', { name: 'The note' }).fill('Call the borrower');
  await send(page, 'Add a note to the timeline');
  expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(2);
});

browserTest('a form with a wrong amount names the field and sends nothing', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=quote` });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in naira').fill('12,34.5x');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('This must be an amount in naira').waitFor();
  await dialog.getByLabel('Amount in naira').fill('350,000.50');
  await dialog.getByText('₦350,000.50').waitFor();
  await send(
    page,
    'Ask the bank what the loan costs: on these terms, or once it is disbursed, to settle it now',
  );
  expect(desk().sent).toMatchObject([
    { body: { fields: { amountKobo: 35_000_050 }, expectedStage: 'OFFER' } },
  ]);
});

browserTest('a correction of nothing says what is missing and sends nothing', async () => {
  const [offered] = loanPage().commands;
  const shared = {
    kind: 'digits',
    optional: true,
    personal: true,
    expectation: '11 digits',
    min: 11,
    max: 11,
  } as const;
  const fields = ['bvn', 'nin'].map((name) => ({ ...shared, name, about: name.toUpperCase() }));
  const correcting = { ...offered!, name: 'correctCustomer', summary: 'Correct the borrower', fields };
  desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [correcting] }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=correctCustomer` });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('Give at least one of these').waitFor();
  expect(desk().sent).toEqual([]);
  await dialog.getByLabel('NIN').fill('3300 000 2001');
  await send(page, 'Correct the borrower');
  expect(desk().sent).toMatchObject([{ body: { fields: { nin: '33000002001' } } }]);
});

browserTest('an open case follows its workflow without a reload', async () => {
  desk().onCommand = () =>
    desk().cases.set(
      'loan:LN-2026-0001',
      loanPage({ stage: 'DISBURSED', stageTitle: 'Disbursed', ended: true }),
    );
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await command(page, 'Accept the offer');
  await page.getByRole('status').getByText('Disbursed', { exact: true }).waitFor();
});

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

browserTest(
  'while no worker answers, an open case keeps what it showed, and a case that is opened shows what the desk knew',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}` });
    await page.getByText('KYC verified').first().waitFor();
    desk().cases.set('loan:LN-2026-0001', {
      ...{ ...loanPage(), timeline: [], commands: [], approvals: [] },
      unanswered: 'No worker answers at the moment.',
    });
    const warning = page.getByRole('alert').getByText('What you see is from');
    await warning.waitFor();
    expect(await page.getByText('KYC verified').count()).toBeGreaterThan(0);
    await page.reload();
    await page
      .getByText(
        'The system that carries the cases on does not answer at the moment; try again in a minute. What you see is from',
      )
      .waitFor();
    expect(await page.getByText('KYC verified').count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
  },
);

browserTest('texts of borrowers, banks and file names are shown as they are and never run', async () => {
  desk().cases.set(
    'loan:LN-2026-0001',
    loanPage({
      name: HOSTILE,
      sentence: HOSTILE,
      attention: { cause: HOSTILE, since: new Date().toISOString(), actions: [] },
      timeline: [{ at: new Date().toISOString(), by: HOSTILE, what: HOSTILE, note: HOSTILE }],
      calls: [HOSTILE],
    }),
  );
  const { page, complaints } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByRole('status').getByText(HOSTILE).waitFor();
  await page
    .getByRole('group', { name: 'Drop documents here' })
    .locator('input')
    .setInputFiles({
      name: `${HOSTILE.replaceAll('/', '')}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
  await page.getByText('is stored').waitFor();
  expect(await page.title()).toContain('LN-2026-0001');
  expect(complaints).toEqual([]);
});

browserTest(
  'the bank is asked for the name on an account by a press alone, once both are complete',
  async () => {
    const { page, complaints } = await browser.open({ url: `${desk().url}/payouts/new` });
    const ask = page.getByRole('button', { name: 'Ask the bank for the name' });
    await page.getByLabel('Account name').fill('CHIDI EFE OKAFOR');
    await page.getByLabel('Bank code').fill('902');
    await ask.click();
    expect(desk().sent).toEqual([]);
    await page.getByLabel('Account number').last().fill('0123456701');
    await ask.click();
    await page.getByText('close', { exact: true }).waitFor();
    expect(await page.locator('mark').allTextContents()).toEqual(['EFE']);
    expect(desk().sent).toMatchObject([
      { body: { bankCode: '902', accountNumber: '0123456701', accountName: 'CHIDI EFE OKAFOR' } },
    ]);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Account number').last().fill('0123456702');
    await page.getByText('close', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Bank code').fill('Almond Bank');
    await ask.click();
    await page.getByText('close', { exact: true }).waitFor();
    expect(desk().sent.at(-1)).toMatchObject({ body: { bankCode: '901', accountNumber: '0123456702' } });
    expect(complaints).toEqual([]);
  },
);

browserTest('lists follow the ticks of the desk', async () => {
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('link', { name: 'PO-2026-0417' }).waitFor();
  desk().rows = desk().rows.filter(({ reference }) => reference !== 'PO-2026-0417');
  desk().tick();
  await page.getByRole('link', { name: 'PO-2026-0417' }).waitFor({ state: 'detached' });
});

browserTest(
  'many cases are told nothing that decides about one person, and what became of each',
  async () => {
    const { page } = await browser.open({ url: desk().url });
    await page.getByLabel('Select LN-2026-0001').check();
    await page.getByLabel('Select LN-2026-0038').check();
    const choice = page.getByLabel('Command for all of them');
    await choice.selectOption('addNote');
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Command for all of them',
      'Add a note to the timeline',
      'Say who looks after this case',
    ]);
    await page.getByRole('button', { name: 'Open the form' }).click();
    expect(await page.getByRole('list', { name: 'Cases' }).getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/LN-2026-0001\s+Amaka Okonkwo\s+₦450,000.00/),
      expect.stringMatching(/LN-2026-0038\s+Ibrahim Musa\s+₦3,400,000.00/),
    ]);
    await page.getByRole('dialog').getByRole('textbox', { name: 'The note' }).fill('Seen at the branch');
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
    const results = page.getByRole('log', { name: 'What became of each' });
    await results.getByText('accepted').waitFor();
    await results.getByText('the case is in another stage by now').waitFor();
    expect(await page.getByLabel('Select LN-2026-0001').isChecked()).toBe(false);
  },
);

browserTest('who comes to a page by a link or the palette finds the focus on its title', async () => {
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('link', { name: 'LN-2026-0001' }).click();
  await untilFocus(page.getByRole('heading', { level: 1, name: 'Loan LN-2026-0001' }));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type('repayments');
  await page.getByRole('dialog').getByText('Repayments').waitFor();
  await page.keyboard.press('Enter');
  await untilFocus(page.getByRole('heading', { level: 1, name: 'Repayments' }));
});

browserTest('the palette leads on to all results where it finds more than it shows', async () => {
  const [one] = desk().rows;
  desk().rows = Array.from({ length: 15 }, (_, place) => ({ ...one!, reference: `XX-${place}` }));
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('link', { name: 'XX-0' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').locator('input:focus').waitFor();
  await page.keyboard.type('XX-');
  await page.getByRole('dialog').getByText('All 15 results').click();
  await page.waitForURL(/\?tab=all&q=XX-/);
});

test('the first page loads at most 300 KB', () => {
  const folder = join(__dirname, '../../web/dist/assets');
  const loaded = readdirSync(folder).filter((name) => /^index-.*\.(js|css)\.br$/.test(name));
  const bytes = loaded.map((name) => readFileSync(join(folder, name)).length);
  expect(loaded).toHaveLength(2);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(280_000);
});

browserTest(
  'a supervisor ends all sessions of a person from the audit, and others are not offered it',
  async () => {
    const address = `${desk().url}/audit?person=officer-7`;
    const { page } = await browser.open({ url: address });
    await page.getByRole('button', { name: 'Show' }).waitFor();
    expect(await page.getByRole('button', { name: /End all sessions/ }).count()).toBe(0);
    const { session } = desk();
    desk().session = session && { ...session, mayUse: [...session.mayUse, 'endSessions'] };
    const { page: supervisors } = await browser.open({ url: address });
    await supervisors.getByRole('button', { name: 'End all sessions of Ola Officer' }).click();
    await supervisors.getByText('Ended: 2').waitFor();
    expect(desk().sent).toMatchObject([{ path: '/api/sessions/end', body: { subject: 'officer-7' } }]);
  },
);
