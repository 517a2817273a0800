import type { Locator } from 'playwright-core';
import type { ApprovalItem } from '../../src/desk/contract';
import { payeesOf } from '../../src/desk/views/payees';
import { problem } from '../support/web/answers';
import { payoutApproval, proposal } from '../support/web/fixtures/lists';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { readThrough } from '../support/web/person';

const { browser, desk } = deskPages();
const PAYEES = '/api/batches/:reference/payees';
const APPROVE = 'Approve the whole batch';

const batch = (): ApprovalItem => {
  const { source, digest, roles, makers, since } = payoutApproval();
  return {
    ...{ kind: 'batch', reference: 'BT-2026-0001', what: 'case', agree: 'approve', refuse: 'reject' },
    ...{ digest, roles, makers, since, source, confirmations: '0 of 2', approvers: [] },
    ...{ amountKobo: 300_000_00, rows: 80, beneficiaries: 80, allowed: true, freshLogin: false },
  };
};

/** A batch of 80 payees, of whom some are held at the bank under another name. */
function waitsForApproval(different: number): void {
  const { cases, answers } = desk();
  const rows = Array.from({ length: 80 }, (_, place) => ({
    ...{ row: place + 1, reference: `PO-${place + 1}`, amountKobo: 100_000 + place, remark: 'Salary' },
    ...{ bankCode: '901', bankName: 'Almond', accountNumber: String(1_000_000_000 + place) },
    ...{ accountName: 'Ada Eze', nameOnAccount: place < different ? 'BOLA MUSA' : 'ADA EZE' },
    ...(place < different && { accepted: { by: 'supervisor-1', why: 'KNOWN_ALIAS' } }),
  }));
  const knowledge = { person: { roles: ['approver' as const] }, banks: new Map(), paidBefore: new Set('') };
  desk().approvals = [batch(), payoutApproval(), proposal()];
  answers[PAYEES] = () => ({
    reference: 'BT-2026-0001',
    digest: batch().digest,
    rows: payeesOf(rows, knowledge),
  });
  const [approve] = cases.get('loan:LN-2026-0001')!.commands;
  cases.set('batch:BT-2026-0001', {
    ...cases.get('loan:LN-2026-0001')!,
    ...{ kind: 'batch', reference: 'BT-2026-0001', stage: 'APPROVAL', stageTitle: 'To be approved' },
    approvals: [batch()],
    commands: [{ ...approve!, name: 'approve', summary: APPROVE, fields: [] }],
  });
}

/** The batch's approvals once a command is taken, or none. */
const approvedBy = (...confirmations: string[]): void => {
  desk().onCommand = () => {
    const approvals = confirmations.map((one) => ({ ...batch(), confirmations: one }));
    const page = desk().cases.get('batch:BT-2026-0001')!;
    desk().cases.set('batch:BT-2026-0001', { ...page, approvals });
  };
};

async function openedForm(screen: 'wide' | 'phone' = 'wide') {
  const opened = await browser.open({
    url: `${desk().url}/approvals`,
    screen,
    scheme: screen === 'phone' ? 'dark' : 'light',
  });
  await opened.page.getByRole('button', { name: /To be approved.*BT-2026-0001/ }).click();
  if (screen === 'wide') await opened.page.keyboard.press('a');
  else await opened.page.getByRole('button', { name: APPROVE }).click();
  const form = opened.page.getByRole('dialog', { name: APPROVE });
  return { ...opened, form, send: form.getByRole('button', { name: /^Send/ }) };
}

browserTest.each(['wide', 'phone'] as const)(
  'who approves a batch sees the payees whose names differ first, and sends only once all of them were in view (%s)',
  async (screen) => {
    waitsForApproval(60);
    approvedBy('1 of 2');
    const { page, form, send, complaints } = await openedForm(screen);
    await form.getByText('60 of 80 names differ', { exact: true }).waitFor();
    const different = form.getByRole('table', { name: 'To look at first' });
    expect(await different.getByText('BOLA').count()).toBe(60);
    expect(await different.getByText(/Let through by .+: Known alias/).count()).toBe(60);
    expect(await send.isDisabled()).toBe(true);
    // On a phone the rest has scrolled away where the button stands.
    expect(await form.getByText('₦300,000.00, 80 rows').count()).toBe(screen === 'phone' ? 1 : 0);
    expect(await violationsOn(page)).toEqual([]);
    const rows = different.getByRole('row');
    for (const row of [rows.last(), rows.nth(1)]) await row.scrollIntoViewIfNeeded();
    expect(await send.isDisabled()).toBe(true);
    await readThrough(different);
    await send.and(form.locator(':enabled')).waitFor();
    await send.click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Accepted. One more person must approve it.').waitFor();
    expect(desk().sent.map(({ path }) => path)).toEqual(['/api/cases/batch/BT-2026-0001/commands/approve']);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'a batch whose names agree is approved at once, and one whose payees are away is not',
  async () => {
    waitsForApproval(0);
    const { form, send } = await openedForm();
    await form.getByText('0 of 80 names differ').waitFor();
    await send.and(form.locator(':enabled')).waitFor();
    desk().answers[PAYEES] = () => ({
      reference: 'BT-2026-0001',
      rows: [],
      whyNone: 'Look again in a while.',
    });
    const blind = await openedForm();
    await blind.form.getByText('Look again in a while.').waitFor();
    expect(await blind.send.isDisabled()).toBe(true);
    await blind.page.keyboard.press('Control+Enter');
    expect(desk().sent).toEqual([]);
  },
);

browserTest('a form whose case does not answer says so, and opens once it does', async () => {
  waitsForApproval(0);
  const name = 'batch:BT-2026-0001';
  const whole = desk().cases.get(name)!;
  desk().cases.set(name, { ...whole, commands: [], unanswered: 'No worker answers at the moment.' });
  const { page, form } = await openedForm();
  await page.getByRole('dialog').getByText('The system that carries the cases on does not answer').waitFor();
  desk().cases.set(name, whole);
  await form.getByText('0 of 80 names differ').waitFor();
});

browserTest('who approves last is not told of one more, though another approved meanwhile', async () => {
  waitsForApproval(0);
  approvedBy();
  const { page, send } = await openedForm();
  const read = page.waitForResponse(/\/cases\/batch\/BT-2026-0001$/);
  await send.click();
  await page.getByText('Accepted.').waitFor();
  await read;
  expect(await page.getByText('must approve it').count()).toBe(0);
});

browserTest(
  'the approvals begin with how many wait for me and their sum, and the address keeps kind and order',
  async () => {
    waitsForApproval(0);
    const { page } = await browser.open({ url: `${desk().url}/approvals` });
    await page.getByText('2 cases for you: ₦2,800,000.00').waitFor();
    await page.getByLabel('Kind').selectOption('batch');
    await page.getByText('1 case for you: ₦300,000.00').waitFor();
    await page.getByLabel('Order').selectOption('amount');
    await page.waitForURL(/kind=batch&sort=amount/);
    expect(await page.getByRole('button', { name: /PO-2026-0420/ }).count()).toBe(0);
    await page.getByLabel('Kind').selectOption('flush');
    await page.getByText('No flush waits for you').waitFor();
    await page.getByRole('link', { name: '2 others do: ₦2,800,000.00' }).click();
    await page.waitForURL(/approvals\?sort=amount$/);
    await page.getByLabel('Order').selectOption('What lapses first');
    await page.waitForURL(/approvals\?sort=lapse$/);
    await page.getByRole('button', { name: /PO-2026-0420/ }).waitFor();
  },
);

browserTest('an approver sees the whole paying account with its name', async () => {
  const { page } = await browser.open({ url: `${desk().url}/approvals` });
  await page.getByRole('button', { name: /To be approved.*PO-2026-0420/ }).click();
  await page.getByText('9000000001, Operations').waitFor();
});

/** Opens the form that approves the only payout, and types a note. */
async function withNote(screen: 'wide' | 'phone') {
  waitsForApproval(0);
  desk().approvals = [batch()];
  const { page, form, send } = await openedForm(screen);
  await form.getByText('0 of 80 names differ').waitFor();
  await form.getByLabel(/^Note for the timeline/).fill('Seen the payroll');
  const leaves = async () => {
    desk().approvals = [];
    desk().tick();
    await page.getByText('0 cases for you').waitFor();
    expect(await form.getByLabel(/^Note for the timeline/).inputValue()).toBe('Seen the payroll');
  };
  return { page, form, send, leaves };
}

/** Whether all of it is on the screen, without scrolling. */
const isOnScreen = async (target: Locator) => {
  const box = await target.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= (target.page().viewportSize()?.height ?? 0);
};

browserTest.each(['wide', 'phone'] as const)(
  'a form stays with its note when another person decides first, and shows the refusal where the person looks (%s)',
  async (screen) => {
    const { page, form, send, leaves } = await withNote(screen);
    await leaves();
    const first = 'The case has ended: Paid. “Approve the payout” by Ada Approver came first.';
    desk().refusals.push(problem(409, 'refused', first));
    await send.click();
    await form.getByText('This was refused').waitFor();
    await form.getByText(first).waitFor();
    expect(await isOnScreen(form.getByText(first))).toBe(true);
    const decided = desk().cases.get('batch:BT-2026-0001')!;
    desk().cases.set('batch:BT-2026-0001', { ...decided, approvals: [] });
    await form.getByText('0 of 80 names differ').scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    await form.getByText('Throw away what you typed?').waitFor();
    expect(await isOnScreen(form.getByText('Throw away what you typed?'))).toBe(true);
    expect(await isOnScreen(form.getByRole('button', { name: 'Close without sending' }))).toBe(true);
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await page.getByText('This has left the list').waitFor();
  },
);

browserTest(
  'an approver of what has changed is told so in plain words, sees it as it is now, and keeps the note',
  async () => {
    const { page, form, send } = await withNote('phone');
    const changed = 'The batch BT-2026-0001 changed after you opened it: look at it again.';
    desk().refusals.push(problem(409, 'changed', changed));
    const shown = desk().cases.get('batch:BT-2026-0001')!;
    const now = { ...batch(), digest: 'e'.repeat(64), amountKobo: 290_000_00 };
    await send.click();
    await form.getByText(changed).waitFor();
    desk().cases.set('batch:BT-2026-0001', { ...shown, approvals: [now] });
    expect(await form.getByText('This was refused').count()).toBe(0);
    expect(await send.count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await form.getByRole('button', { name: 'Look at it again' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'To be approved' }).getByText('₦290,000.00').waitFor();
    expect(new URL(page.url()).pathname).toBe('/cases/batch/BT-2026-0001');
    await page.getByRole('button', { name: APPROVE }).click();
    expect(await form.getByLabel(/^Note for the timeline/).inputValue()).toBe('Seen the payroll');
    await page.keyboard.press('Escape');
    await form.getByText('Throw away what you typed?').waitFor();
  },
);

browserTest(
  'a form stays when its answer is lost and the list no longer has the case; sent again, it shows the receipt',
  async () => {
    const { page, form, send, leaves } = await withNote('phone');
    const path = '**/commands/approve';
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send.click();
    await form.getByText('it is unknown whether this took effect').waitFor();
    await page.unroute(path);
    await leaves();
    await send.click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('This same request had been accepted before').waitFor();
    await page.getByText('Nothing waits for you').waitFor();
    expect(new Set(desk().sent.map(({ key }) => key)).size).toBe(1);
  },
);

browserTest('on a phone the form that pays rows in question shows them to be ticked', async () => {
  const { cases, answers } = desk();
  waitsForApproval(1);
  const summary = 'Pay rows in spite of what was found about them';
  const loan = cases.get('loan:LN-2026-0001')!;
  const rows = { name: 'rows', kind: 'rows', about: 'Which rows', optional: false, personal: false } as const;
  cases.set('batch:BT-2026-0001', {
    ...cases.get('batch:BT-2026-0001')!,
    approvals: [],
    commands: [
      {
        ...{ ...loan.commands[0]!, name: 'acceptRows', summary },
        fields: [{ ...rows, expectation: 'row numbers such as 3,7-9' }],
      },
    ],
  });
  const reason = 'the name in which the account is held does not fit';
  const row = { reference: 'PO-1', amountKobo: 100_000, status: 'QUESTION', about: 'a person has to decide' };
  answers['/api/batches/:reference/results'] = () => ({
    reference: 'BT-2026-0001',
    counts: { QUESTION: 2 },
    rows: [1, 2].map((number) => ({ ...row, row: number, reason })),
  });
  const { page } = await browser.open({
    url: `${desk().url}/cases/batch/BT-2026-0001?do=acceptRows`,
    screen: 'phone',
  });
  const form = page.getByRole('dialog', { name: summary });
  const tick = page.getByRole('checkbox', { name: 'Row 1, PO-1: ₦1,000.00' });
  const first = form.getByRole('listitem').filter({ has: tick });
  for (const text of ['BOLA', '901, 1000000000', 'Never paid before']) await first.getByText(text).waitFor();
  await tick.check();
  await form.getByRole('checkbox', { name: /^Row 2, PO-1/ }).check();
  const typed = form.getByRole('textbox', { name: 'Rows' });
  expect(await typed.inputValue()).toBe('1-2');
  await typed.fill('1-2,5');
  await form.getByRole('checkbox', { name: 'Row 5, PO-5: ₦1,000.04', checked: true }).waitFor();
  await form.getByText('Chosen: 3 rows, ₦3,000.04').waitFor();
  await typed.fill('1-2');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Pay these rows' }).click();
  await page.getByText('Rows 1-2. Accepted.').waitFor();
  expect(desk().sent).toMatchObject([{ body: { fields: { rows: '1-2' } } }]);
});
