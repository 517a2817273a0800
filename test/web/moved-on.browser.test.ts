import { loanPage } from '../support/web/fixtures/loan';
import { problem } from '../support/web/answers';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';
const BATCH = 'BT-2026-0009';

browserTest(
  'a form whose case moved on goes on from the new stage with its text, as a new request',
  async () => {
    const moved = 'The case has moved on since you looked: Documents.';
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: 'The note' });
    await text.fill('Call the borrower');
    desk().refusals.push(problem(409, 'refused', moved));
    desk().cases.set('loan:LN-2026-0001', loanPage({ stage: 'DOCUMENTS', stageTitle: 'Documents' }));
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText(moved).waitFor();
    await dialog.getByRole('button', { name: 'Go on with the case as it is now' }).click();
    await dialog.getByText(moved).waitFor({ state: 'hidden' });
    expect(await text.inputValue()).toBe('Call the borrower');
    expect(desk().sent).toHaveLength(1);
    await send(page, 'Add a note to the timeline');
    expect(desk().sent).toMatchObject([
      { body: { expectedStage: 'OFFER' } },
      { body: { fields: { text: 'Call the borrower' }, expectedStage: 'DOCUMENTS' } },
    ]);
    expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(2);
  },
);

browserTest('a form whose case moved on says so where the command is no longer possible', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'The note' });
  await text.fill('Call the borrower');
  desk().refusals.push(problem(409, 'refused', 'The case has moved on since you looked: Documents.'));
  const commands = loanPage().commands.map((one) =>
    one.name === 'addNote' ? { ...one, allowed: false, whyNot: 'It is not possible in this stage.' } : one,
  );
  desk().cases.set('loan:LN-2026-0001', loanPage({ stage: 'DOCUMENTS', stageTitle: 'Documents', commands }));
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByText('It is not possible in this stage.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Send/ }).isDisabled()).toBe(true);
  expect(await text.inputValue()).toBe('Call the borrower');
});

browserTest('a held loan says so in the form and the receipt of an answer to its offer', async () => {
  const about = 'what the applicant was asked for: “A clearer copy”';
  const waiting = { ...loanPage().waiting!, for: 'APPLICANT', about, since: '2026-01-01T00:00:00.000Z' };
  desk().cases.set('loan:LN-2026-0001', loanPage({ waiting }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  await page.getByRole('dialog').getByText(`It waits for ${about}.`, { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('Accepted. The loan is held', { exact: false }).waitFor();
});

browserTest('who asks the applicant of a held loan sees what was asked already', async () => {
  const waiting = { ...loanPage().waiting!, for: 'APPLICANT', about: 'what was asked: “A clearer copy”' };
  const returning = { ...loanPage().commands[0]!, name: 'returnToApplicant', summary: 'Ask', fields: [] };
  desk().cases.set('loan:LN-2026-0001', loanPage({ waiting, commands: [returning] }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=returnToApplicant` });
  const form = page.getByRole('dialog');
  await form
    .getByText('waits for what was asked: “A clearer copy”. What you ask takes', { exact: false })
    .waitFor();
});

browserTest('a form says whether the hold of its loan ends with it', async () => {
  const waiting = { ...loanPage().waiting!, for: 'APPLICANT', about: 'what was asked: “A clearer copy”' };
  const naming = {
    ...loanPage().commands[0]!,
    name: 'setDisbursementAccount',
    summary: 'Name it',
    fields: [],
  };
  const asked = (value: string) =>
    loanPage({
      ...{ waiting, commands: [naming] },
      facts: [{ name: 'askedFor', label: 'Asked', value, kind: 'text' }],
    });
  desk().cases.set('loan:LN-2026-0001', asked('DATA_NEEDED'));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=setDisbursementAccount` });
  await page.getByRole('dialog').getByText('The hold ends with this', { exact: false }).waitFor();
  desk().cases.set('loan:LN-2026-0001', asked('CLARIFICATION'));
  desk().tick();
  await page.getByRole('dialog').getByText('The hold stays with this', { exact: false }).waitFor();
});

browserTest(
  'a form about an offer does not change its terms under the hand: it says what has changed, and waits',
  async () => {
    const account = { accountNumber: '…6788', bankCode: '902', bankName: 'Baobab Trust Bank' };
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paid into').waitFor();
    desk().cases.set('loan:LN-2026-0001', loanPage({ disbursementAccount: account, changes: 1 }));
    desk().tick();
    await dialog.getByText('This has changed since the form was opened', { exact: false }).waitFor();
    await dialog.getByText('Paid into now: …6788, Baobab Trust Bank').waitFor();
    const send = dialog.getByRole('button', { name: /^Send/ });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Go on with the case as it is now' }).click();
    await dialog.getByText('…6788, Baobab Trust Bank', { exact: true }).waitFor();
    await send.click();
    await page.getByRole('log', { name: 'Receipts' }).getByText('Accepted.').waitFor();
    expect(desk().sent).toMatchObject([{ body: { expectedChanges: 1 } }]);
  },
);

/** The person calls off each signature that their device is asked for. */
const CALLS_OFF = `navigator.credentials.get = () =>
  Promise.reject(new DOMException('It was called off', 'NotAllowedError'))`;
const toSign = () => problem(401, 'passkey', 'Sign it with your device.', { challenge: 'AAAA' });

browserTest(
  'a form whose signature was called off says that nothing was sent, and goes on telling of changes',
  async () => {
    const account = { accountNumber: '…6788', bankCode: '902', bankName: 'Baobab Trust Bank' };
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    await page.evaluate(CALLS_OFF);
    const dialog = page.getByRole('dialog');
    desk().refusals.push(toSign());
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText('Your device has not signed', { exact: false }).waitFor();
    expect(await dialog.getByText('it is unknown whether this took effect').count()).toBe(0);
    desk().cases.set('loan:LN-2026-0001', loanPage({ disbursementAccount: account, changes: 1 }));
    desk().tick();
    await dialog.getByText('Paid into now: …6788, Baobab Trust Bank').waitFor();
    await dialog.getByText('Your device has not signed', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Go on with the case as it is now' }).click();
    await send(page, 'Accept the offer');
    expect(desk().sent).toHaveLength(2);
  },
);

browserTest('a signature that was called off leaves unknown what a lost answer left unknown', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  await page.evaluate(CALLS_OFF);
  const dialog = page.getByRole('dialog');
  const unknown = dialog.getByText('it is unknown whether this took effect', { exact: false });
  desk().refusals.push(problem(504, 'timed-out', 'No worker answers.'), toSign());
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await unknown.waitFor();
  const asked = page.waitForResponse((response) => response.status() === 401);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await (await asked).finished();
  await page.evaluate('new Promise((done) => setTimeout(done, 200))');
  expect(await unknown.count()).toBe(1);
});

browserTest('a form about ticked rows stays with its text when others have decided about them', async () => {
  const { cases, answers, refusals } = desk();
  const [loan, summary] = [loanPage(), 'Leave rows out'];
  const rows = { name: 'rows', kind: 'rows', about: 'Which rows', optional: false, personal: false } as const;
  const fields = [{ ...rows, expectation: 'row numbers such as 3,7-9' }];
  const command = { ...loan.commands[0]!, name: 'excludeRows', summary, fields };
  const of = { ...loan, kind: 'batch' as const, reference: BATCH };
  cases.set(`batch:${BATCH}`, { ...of, commands: [command] });
  const answerWith = (status: string) => {
    const row = { row: 1, reference: 'PO-1', amountKobo: 100_000, status, about: status };
    answers['/api/batches/:reference/results'] = () => ({
      ...{ reference: BATCH, counts: { [status]: 1 }, rows: [row] },
    });
  };
  answerWith('QUESTION');
  const { page } = await browser.open({ url: `${desk().url}/cases/batch/${BATCH}` });
  await page.clock.install();
  await page.reload();
  const tick = page.getByRole('checkbox', { name: 'Row 1', exact: true, includeHidden: true });
  await tick.check();
  await page.getByRole('button', { name: `${summary}: 1 row` }).click();
  const dialog = page.getByRole('dialog', { name: summary });
  const note = dialog.getByLabel('Note for the timeline');
  await note.fill('Asked the branch');
  answerWith('STARTED');
  const whyNot = 'Every row is decided about.';
  cases.set(`batch:${BATCH}`, { ...of, stage: 'PAYING', commands: [{ ...command, allowed: false, whyNot }] });
  await page.clock.fastForward(6_000);
  await tick.waitFor({ state: 'detached' });
  expect(await note.inputValue()).toBe('Asked the branch');
  refusals.push(problem(409, 'refused', 'The row is paid by now.'));
  await dialog.getByRole('button', { name: 'Leave these rows out' }).click();
  await dialog.getByText('The row is paid by now.').waitFor();
  await dialog.getByText(whyNot).waitFor();
  expect(desk().sent).toMatchObject([{ body: { fields: { rows: '1' }, note: 'Asked the branch' } }]);
});

browserTest(
  'a form for many cases stays with its text when the first takes its command no more, and a changed text is another request',
  async () => {
    const { page } = await browser.open({ url: desk().url });
    await page.clock.install();
    await page.getByLabel('Select LN-2026-0001').check();
    await page.getByLabel('Command for all of them').selectOption('addNote');
    await page.getByRole('button', { name: 'Open the form' }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: 'The note' });
    await text.fill('Seen at the branch');
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [] }));
    const read = page.waitForResponse(/\/cases\/loan\/LN-2026-0001$/);
    await page.clock.fastForward(6_000);
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await (await read).finished();
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    expect(await text.inputValue()).toBe('Seen at the branch');
    desk().refusals.push(problem(504, 'timed-out', 'No worker answers.'));
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await dialog.getByText('The system that carries the cases on does not answer').waitFor();
    await text.fill('Seen at the head office');
    await dialog.getByRole('button', { name: /^Send/ }).click();
    await page.getByRole('log', { name: 'What became of each' }).getByText('accepted').waitFor();
    expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(2);
  },
);
