import type { FormField } from '../../src/desk/contract';
import { DOCUMENT, loanPage } from '../support/web/fixtures/loan';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { supervisor } from '../support/web/fixtures/session';
import { untilFocus } from '../support/web/keyboard';
import { problem } from '../support/web/answers';
import { dropOn, send, untilViewed } from '../support/web/person';

const { browser, desk } = deskPages();

const NOW = new Date().toISOString();
const HOUR_MS = 3_600_000;
const CASE = '/cases/loan/LN-2026-0001';

browserTest.each([
  ['the command that the case asks for', {}, 'Accept the offer'],
  [
    'the command that the case asks for, once it is overdue as well',
    {
      attention: {
        cause: 'waiting for an answer',
        since: NOW,
        actions: ['declineOffer', 'quote', 'acceptOffer'],
      },
    },
    'Accept the offer',
  ],
  [
    'none where a person has to choose',
    { waiting: undefined, attention: { cause: 'refused', since: NOW, actions: ['quote', 'acceptOffer'] } },
  ],
  [
    'none for what ends the case',
    { waiting: undefined, attention: { cause: 'refused', since: NOW, actions: ['declineOffer'] } },
  ],
])('the main button is %s', async (_what, state, ...green: string[]) => {
  const commands = loanPage().commands.map((one) => ({ ...one, helps: one.allowed }));
  desk().cases.set('loan:LN-2026-0001', loanPage({ commands, ...state }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const offered = page.getByRole('region', { name: 'What you may do now' });
  await offered.getByRole('button', { name: 'Accept the offer' }).waitFor();
  expect(await offered.locator('[data-variant=filled]').allTextContents()).toEqual(green);
});

browserTest(
  'the form of a command that another person must agree to says so before it is sent, and what happens then',
  async () => {
    const people = { approvals: 1, roles: ['supervisor', 'approver'], fromKobo: 0 };
    const [accept] = loanPage().commands;
    const outcome = { ...loanPage().commands[1]!.fields[0]!, name: 'outcome', values: ['OPEN', 'PAID'] };
    const others = { agreement: people, except: ['OPEN'] };
    desk().cases.set(
      'loan:LN-2026-0001',
      loanPage({ commands: [{ ...accept!, others, fields: [outcome] }] }),
    );
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const form = page.getByRole('dialog', { name: 'Accept the offer' });
    const told = 'Before this takes effect, another person (supervisor or approver) must agree.';
    await form.getByText(told).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await form.getByLabel('Outcome').selectOption('OPEN');
    await form.getByText(told).waitFor({ state: 'detached' });
  },
);

browserTest.each([
  [0, 'before it is paid, another person (approver) must approve it.'],
  [
    100_000_00,
    'another person (approver) must approve it before it is paid if ₦100,000.00 or more stays in it. ' +
      'If less stays, its page then says who must approve it.',
  ],
])('who leaves rows out of a batch reads who approves what stays; from %i kobo', async (fromKobo, told) => {
  const [accept] = loanPage().commands;
  const approval = { approvals: 1, roles: ['approver'], fromKobo };
  const leaveOut = { ...accept!, name: 'excludeRows', summary: 'Leave rows out', others: { approval } };
  const of = { kind: 'batch', reference: 'BT-2026-0009', stage: 'REVIEW' } as const;
  desk().cases.set('batch:BT-2026-0009', loanPage({ ...of, commands: [{ ...leaveOut, fields: [] }] }));
  const { page } = await browser.open({ url: `${desk().url}/cases/batch/BT-2026-0009?do=excludeRows` });
  const form = page.getByRole('dialog', { name: 'Leave rows out' });
  await form
    .getByText(`This takes effect at once. Then the batch waits for approval as usual: ${told}`, {
      exact: true,
    })
    .waitFor();
});

const ACCOUNT = { accountNumber: '…6789', bankCode: '901', bankName: 'Almond Bank' };
const BORROWER = {
  ...{ name: 'Amaka Okonkwo', phone: '+2348031234567', address: '1 Sample Street', bvn: '…001' },
  ...{ mayReveal: false, dateOfBirth: '1990-01-31' },
};
const HOLDER = { resolvedName: 'AMAKA OKONKWO LTD', makers: [] };

browserTest.each([
  [
    'the account and its holder',
    { borrower: BORROWER, disbursementAccount: ACCOUNT, payout: HOLDER },
    ['…6789, Almond Bank', 'AMAKA OKONKWO LTD'],
  ],
  [
    'that the name of the account’s holder is not compared yet',
    { borrower: BORROWER, disbursementAccount: ACCOUNT },
    ['…6789, Almond Bank', /^not compared yet/],
  ],
  [
    'that no account is set',
    { borrower: BORROWER },
    ['no account is set: the borrower’s own account with the bank'],
  ],
  ['that the case did not tell the account', {}, ['not known at the moment']],
])(
  'the form that accepts an offer says what it agrees to, until when, and %s',
  async (_what, told, account) => {
    desk().cases.set('loan:LN-2026-0001', loanPage(told));
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const form = page.getByRole('dialog', { name: 'Accept the offer' });
    await form.getByText('Accepting agrees to these terms with the bank on the borrower’s behalf.').waitFor();
    await form.getByText('The bank gives the due dates once the loan is disbursed.').waitFor();
    await form.getByText('Accept the offer before', { exact: true }).waitFor();
    expect(await form.getByText(/expires/i).count()).toBe(0);
    const terms = form.getByRole('region', { name: 'The offer' });
    expect(await terms.getByRole('definition').allInnerTexts()).toEqual([
      ...['₦450,000.00', '6', '₦82,125.50', '₦492,753.00', '₦42,753.00', expect.stringContaining('WAT')],
      ...account.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
    ]);
  },
);

browserTest('what has to wait for another decision is not advised before it', async () => {
  const whyNot = 'Not yet: another account for the loan waits for a second person.';
  const commands = loanPage().commands.map((one) =>
    one.name === 'acceptOffer' ? { ...one, allowed: false, whyNot } : one,
  );
  desk().cases.set('loan:LN-2026-0001', loanPage({ commands }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const state = page.getByRole('status', { name: 'State of the case' });
  await state.getByText(whyNot).waitFor();
  expect(await state.getByText('Ask the borrower').count()).toBe(0);
});

browserTest('a person of another branch reads who can act, and no instruction to them', async () => {
  const commands = loanPage().commands.map(({ role: _role, ...one }) => ({ ...one, allowed: false }));
  desk().cases.set('loan:LN-2026-0001', loanPage({ branch: 'kano', commands }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const state = page.getByRole('status', { name: 'State of the case' });
  await state
    .getByText(
      'For others to do: officers or supervisors of the branch kano can choose “Accept the offer” or “Decline the offer; this ends the application”.',
    )
    .waitFor();
  expect(await state.getByText('Ask the borrower').count()).toBe(0);
});

browserTest('a case and its line in the list say how long it has been waiting', async () => {
  desk().session = { ...supervisor(), demonstration: false };
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const state = page.getByRole('status', { name: 'State of the case' });
  await state.getByText('waiting for 3 h').waitFor();
  await page.goto(desk().url);
  await page
    .getByRole('row', { name: /LN-2026-0001/ })
    .getByRole('cell', { name: '3 h', exact: true })
    .waitFor();
});

browserTest(
  'in a demonstration a wait is told by the clock of the cases, which is told as such',
  async () => {
    const anchor = { realAt: NOW, businessAt: new Date(Date.parse(NOW) + 240 * HOUR_MS).toISOString() };
    desk().session = { ...supervisor(), clock: { rate: 1, anchor } };
    const { page } = await browser.open({ url: `${desk().url}${CASE}` });
    const state = page.getByRole('status', { name: 'State of the case' });
    await state.getByText('waiting for 10 days').waitFor();
    await page
      .getByText(/^Demonstration, the cases go by this clock: \d+ \w+ \d{4}, \d\d:\d\d WAT$/)
      .waitFor();
    await page.getByText(/^As of .* \(real time\)$/).waitFor();
    desk().session = supervisor();
    await page.reload();
    await state.waitFor();
    expect(await state.getByText('waiting for').count()).toBe(0);
  },
);

browserTest('a preview is in sight, and closing it leads back to the name of the document', async () => {
  const checklist = [{ item: 'ID_CARD_DOCS', status: 'uploaded' as const, sha256: DOCUMENT }];
  desk().cases.set('loan:LN-2026-0001', loanPage({ checklist }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const name = page.getByRole('button', { name: 'passport.pdf' });
  await name.scrollIntoViewIfNeeded();
  const before = await page.evaluate('window.scrollY');
  await name.click();
  const close = page.getByRole('button', { name: 'Close the preview' });
  await close.click();
  await close.waitFor({ state: 'detached' });
  await untilFocus(name);
  expect(await page.evaluate('window.scrollY')).toBe(before);
});

browserTest(
  'a form with a bank gets the list of banks when the desk has it, and sends the code of a bank by name',
  async () => {
    const digits = (name: string, max: number): FormField => ({
      ...{ name, kind: 'digits', about: name, optional: false, personal: true },
      ...{ expectation: `${max} digits`, min: 3, max },
    });
    const [accept] = loanPage().commands;
    const setAccount = {
      ...{ ...accept!, name: 'setDisbursementAccount', summary: 'Set the account' },
      fields: [digits('accountNumber', 10), digits('bankCode', 6)],
    };
    const correct = {
      ...{ ...accept!, name: 'correctBankStatement', summary: 'Correct the statement' },
      fields: [digits('sortCode', 6)],
    };
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [setAccount, correct] }));
    const { '/api/banks': banks } = desk().answers;
    desk().answers['/api/banks'] = () => ({});
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=setDisbursementAccount` });
    const form = page.getByRole('dialog', { name: 'Set the account' });
    await form.getByText('The list of banks cannot be had at the moment: type the code').waitFor();
    desk().answers['/api/banks'] = banks!;
    await form.getByLabel('Account number').fill('0123 456 789');
    await form.getByLabel('Bank code').fill('Almond Bank');
    await form.getByText('Almond Bank', { exact: true }).waitFor();
    await send(page, 'Set the account');
    await page.goto(`${desk().url}${CASE}?do=correctBankStatement`);
    await page.getByLabel('Bank code').fill('almo');
    await page.getByRole('dialog').getByText('Almond Bank', { exact: true }).waitFor();
    await send(page, 'Correct the statement');
    expect(desk().sent).toMatchObject([
      { body: { fields: { accountNumber: '0123456789', bankCode: '901' } } },
      { body: { fields: { sortCode: '901' } } },
    ]);
  },
);

const FILE = 'examples/documents/board-resolution.pdf';
const DECODED = `document.querySelector('img.preview').decode().then(() => true)`;
const HAND_IN = { name: 'Hand in as Board resolution: LN-2026-0001' };

browserTest(
  'a file that is dropped on a row of the checklist is shown first, and handed in when a person says so',
  async () => {
    const { page, complaints } = await browser.open({ url: `${desk().url}${CASE}` });
    const row = page
      .getByRole('list', { name: 'Checklist' })
      .getByRole('listitem')
      .filter({ hasText: 'Board resolution' });
    await dropOn(row, FILE, 'application/pdf');
    const form = page.getByRole('dialog', HAND_IN);
    expect(await form.getByRole('definition').allInnerTexts()).toEqual([
      ...['Amaka Okonkwo', 'Board resolution', 'board-resolution.pdf', expect.stringMatching(/^\d+ KB$/)],
    ]);
    await untilViewed(page);
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toEqual([]);
    await dropOn(row, FILE, 'application/pdf');
    await form.getByRole('button', { name: 'Hand in' }).click();
    await page
      .getByRole('log', { name: 'Receipts' })
      .getByText('Hand in the board resolution: Board resolution')
      .waitFor();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toMatchObject([
      { path: '/api/cases/loan/LN-2026-0001/documents' },
      {
        path: '/api/cases/loan/LN-2026-0001/commands/submitBoardResolution',
        body: { fields: { document: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      },
    ]);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'a photograph on a phone is shown before it is handed in, and a refusal in its form',
  async () => {
    const { page, complaints } = await browser.open({ url: `${desk().url}${CASE}`, screen: 'narrow' });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Photograph and hand in as Board resolution' }).click();
    await (await chooser).setFiles('examples/documents/identity-card.png');
    const form = page.getByRole('dialog', HAND_IN);
    const picture = form.getByRole('img', { name: 'Preview of identity-card.png: Board resolution' });
    await form.getByText('Amaka Okonkwo').waitFor();
    await picture.waitFor();
    expect(await page.evaluate(DECODED)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    const handIn = form.getByRole('button', { name: 'Hand in' });
    const { x, width } = (await handIn.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(360);
    desk().refusals.push(problem(422, 'refused', 'The bank takes no more documents.'));
    await handIn.click();
    await form.getByText('The bank takes no more documents.').waitFor();
    expect(complaints).toEqual([]);
  },
);
