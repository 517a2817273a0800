import type { Locator } from 'playwright-core';
import type { ApprovalItem, CasePage } from '../../src/desk/contract';
import { problem, receiptOf } from '../support/web/answers';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';
import { supervisor } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

const summary = 'Approve the payout';
const ABOUT = '₦2,500,000.00 to EMEKA H. IBRAHIM, Almond Bank. Accepted.';

/** The page of a payout that waits for an approval. */
function payoutPage(item: ApprovalItem, rest: Partial<CasePage> = {}): CasePage {
  const { allowed: _, kind, reference, ...payout } = item;
  const { waiting: _wait, ...loan } = loanPage();
  return {
    ...{ ...loan, kind, reference, stage: 'APPROVAL', stageTitle: 'To be approved' },
    ...{ approvals: [item], payout },
    commands: [{ ...loan.commands[0]!, name: 'approve', summary, fields: [] }],
    ...rest,
  };
}

/** Twenty payouts that wait, and the page of each. */
function manyWait(rest: Partial<ApprovalItem> = {}): void {
  desk().approvals = Array.from({ length: 20 }, (_, place) =>
    payoutApproval({ ...rest, reference: `PO-2026-04${20 + place}` }),
  );
  for (const item of desk().approvals) desk().cases.set(`payout:${item.reference}`, payoutPage(item));
}

async function approving(reference = 'PO-2026-0420', screen: 'wide' | 'phone' = 'wide') {
  const { page } = await browser.open({ url: `${desk().url}/approvals?sort=amount`, screen });
  await page.getByRole('button', { name: new RegExp(`To be approved.*${reference}`) }).click();
  if (screen === 'wide') await page.keyboard.press('a');
  else await page.getByRole('button', { name: summary }).click();
  const form = page.getByRole('dialog', { name: summary });
  await form.getByText('₦2,500,000.00').first().waitFor();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  return { page, form, receipts, send: form.getByRole('button', { name: /^Log in and send|^Send/ }) };
}

const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };

browserTest.each<[string, string, (item: ApprovalItem) => Partial<CasePage>]>([
  [
    'one more person',
    'One more person must approve it.',
    (item) => ({ approvals: [{ ...item, confirmations: '1 of 2' }] }),
  ],
  [
    'a hold',
    'It waits until somebody releases it.',
    ({ makers }) => ({ approvals: [], payout: { makers, held } }),
  ],
  [
    'the send',
    'Sending: it goes on by itself.',
    () => ({ approvals: [], stage: 'SUBMITTING', stageTitle: 'Sending' }),
  ],
  [
    'the end',
    'The case has ended: Paid.',
    () => ({ approvals: [], stage: 'SUCCESS', stageTitle: 'Paid', ended: true, changes: 1 }),
  ],
])(
  'the receipt of an approval says amount, payee, and what follows as the case says: %s',
  async (_, follows, rest) => {
    manyWait();
    const { receipts, send } = await approving();
    const [item] = desk().approvals;
    desk().onCommand = (kind, reference) =>
      desk().cases.set(`${kind}:${reference}`, payoutPage(item!, rest(item!)));
    await send.click();
    await receipts.getByText(`${ABOUT} ${follows}`, { exact: true }).waitFor();
  },
);

browserTest(
  'a receipt does not say that an approval is awaited which was just given: it asks the case again',
  async () => {
    manyWait();
    const { page, receipts, send } = await approving();
    const [item] = desk().approvals;
    const { waiting } = loanPage();
    const name = 'payout:PO-2026-0420';
    const late = { approvals: [], waiting: { ...waiting!, for: 'APPROVAL', about: 'the approval' } };
    desk().onCommand = () => desk().cases.set(name, payoutPage(item!, late));
    const read = page.waitForResponse(/\/cases\/payout\/PO-2026-0420$/);
    await send.click();
    await receipts.getByText(ABOUT, { exact: true }).waitFor();
    await read;
    expect(await receipts.getByText('waits for').count()).toBe(0);
    desk().cases.set(name, payoutPage(item!, { approvals: [], stageTitle: 'Sending' }));
    await receipts.getByText(`${ABOUT} Sending: it goes on by itself.`).waitFor();
  },
);

/** The next command takes a login, after which it has this outcome. */
function takesLogin(outcome: object): void {
  const login = '/api/login?command=request-9';
  desk().refusals.push(problem(401, 'fresh-login', 'Log in once more.', { login }));
  desk().logsIn = supervisor();
  desk().given = { kind: 'payout', reference: 'PO-2026-0425', command: 'approve', summary, ...outcome };
}

browserTest(
  'who logs in for an approval comes back to the list as it was, with the next one chosen and the receipt above',
  async () => {
    manyWait({ freshLogin: true });
    const { page, receipts, send } = await approving('PO-2026-0425');
    takesLogin({ receipt: receiptOf('approve', 'APPROVAL') });
    desk().onLogin = () => {
      const item = desk().approvals.find(({ reference }) => reference === 'PO-2026-0425')!;
      desk().cases.set('payout:PO-2026-0425', payoutPage(item, { approvals: [], stageTitle: 'Sending' }));
      desk().approvals = desk().approvals.filter((one) => one !== item);
    };
    await send.click();
    await receipts.getByText(`PO-2026-0425: ${summary}`).waitFor();
    await receipts.getByText(`${ABOUT} Sending: it goes on by itself.`).waitFor();
    await page.getByRole('region', { name: 'Approval of PO-2026-0426' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/approvals');
    expect(await page.getByLabel('Order').inputValue()).toBe('amount');
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: `${summary}: PO-2026-0426` }).waitFor();
  },
);

browserTest(
  'on a phone a login comes back to the list with the receipt over it, and a refusal names the case',
  async () => {
    manyWait({ freshLogin: true });
    const first = await approving('PO-2026-0425', 'phone');
    takesLogin({ receipt: receiptOf('approve', 'APPROVAL') });
    await first.send.click();
    await first.receipts.getByText(`PO-2026-0425: ${summary}`).waitFor();
    expect(await first.page.getByRole('dialog').count()).toBe(0);
    const second = await approving('PO-2026-0426', 'phone');
    takesLogin({ reference: 'PO-2026-0426', refusal: 'Somebody else was first.' });
    await second.send.click();
    await second.page.getByText(`PO-2026-0426: ${summary}: not done`).waitFor();
    expect(new URL(second.page.url()).pathname).toBe('/approvals');
    const third = await approving('PO-2026-0427', 'phone');
    takesLogin({ reference: 'PO-2026-0427', refusal: 'No worker answers.', isUnknown: true });
    await third.send.click();
    await third.page.getByText(`PO-2026-0427: ${summary}: unknown whether it took effect`).waitFor();
  },
);

browserTest('a receipt that a person has dismissed does not come back with the page', async () => {
  manyWait({ freshLogin: true });
  const { page, receipts, send } = await approving('PO-2026-0425');
  takesLogin({ receipt: receiptOf('approve', 'APPROVAL') });
  await send.click();
  await receipts.getByRole('button', { name: 'Dismiss' }).click();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  await pages.getByRole('link', { name: 'Approvals' }).click();
  await page.getByRole('button', { name: /To be approved.*PO-2026-0426/ }).waitFor();
  expect(await receipts.textContent()).toBe('');
});

browserTest(
  'the receipt of a rejection says that nothing is sent, also while its case still reads like a payment',
  async () => {
    const [item, reject] = [payoutApproval(), 'Reject the payout'];
    const tell = (rest: Partial<CasePage>) =>
      desk().cases.set(`payout:${item.reference}`, payoutPage(item, rest));
    const [command] = payoutPage(item).commands;
    tell({ commands: [{ ...command!, name: 'reject', summary: reject }] });
    desk().onCommand = () => tell({ approvals: [], stage: 'APPROVED', stageTitle: 'Approved' });
    const { page } = await browser.open({ url: `${desk().url}/cases/payout/${item.reference}?do=reject` });
    await page.getByRole('button', { name: 'Send the rejection' }).click();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    const said = 'Rejected, nothing is sent: ₦2,500,000.00 to EMEKA H. IBRAHIM, Almond Bank.';
    await receipts.getByText(said, { exact: true }).waitFor();
    tell({ approvals: [], stage: 'CANCELLED', stageTitle: 'Cancelled', ended: true });
    await receipts.getByText(`${said} The case has ended: Cancelled.`, { exact: true }).waitFor();
  },
);

browserTest.each(['wide', 'phone'] as const)(
  'a receipt takes no room from the list, so that no row moves under the pointer, and can be dismissed (%s)',
  async (screen) => {
    manyWait();
    const { page, receipts, send } = await approving('PO-2026-0425', screen);
    const placeOf = async (part: Locator) => (await part.boundingBox())!.y;
    const distance = async () =>
      (await placeOf(page.getByLabel('Order'))) - (await placeOf(page.getByText('What others have made')));
    const before = await distance();
    await send.click();
    await receipts.getByText(ABOUT).waitFor();
    expect(await distance()).toBe(before);
    expect(await violationsOn(page)).toEqual([]);
    // The last row is not hidden below it.
    const last = page.getByRole('button', { name: /To be approved.*PO-2026-0439/ });
    await last.click({ timeout: 5_000 });
    if (screen === 'phone') await page.keyboard.press('Escape');
    await receipts.getByRole('button', { name: 'Dismiss' }).click();
    expect(await receipts.textContent()).toBe('');
  },
);

browserTest('after a decision no total is shown that an answer from before it gives', async () => {
  manyWait();
  const { page, receipts, send } = await approving();
  const total = page.getByText('for you:');
  await page.getByRole('button', { name: 'Close without sending' }).click();
  await page.getByLabel('Order').selectOption('lapse');
  await page.waitForURL(/sort=lapse/);
  await page.getByText('20 cases for you').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('region', { name: 'Approval of PO-2026-0420' }).waitFor();
  await page.keyboard.press('a');
  // The copy of the cases lags behind the receipt.
  await send.click();
  await receipts.getByText(ABOUT).waitFor();
  await total.waitFor({ state: 'hidden' });
  desk().approvals = desk().approvals.slice(1);
  desk().tick();
  await page.getByText('19 cases for you').waitFor();
  let read = (): void => undefined;
  const held = new Promise<void>((resolve) => (read = resolve));
  await page.route('**/api/approvals?sort=amount*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Order').selectOption('amount');
  await page.waitForURL(/sort=amount/);
  expect(await total.isVisible()).toBe(false);
  read();
  await page.getByText('19 cases for you').waitFor();
});

browserTest('the receipt of a hold says so once the payout was released, however late', async () => {
  const item = payoutApproval({ reference: 'PO-2026-0420' });
  const [approve] = loanPage().commands;
  const hold = { ...approve!, name: 'hold', summary: 'Hold the payout back', fields: [] };
  const payout = { makers: item.makers, amountKobo: item.amountKobo };
  const show = (more: Partial<ApprovalItem>) =>
    desk().cases.set(
      'payout:PO-2026-0420',
      payoutPage(item, { commands: [hold], approvals: [], changes: 0, payout: { ...payout, ...more } }),
    );
  show({});
  desk().onCommand = () => show({ held });
  const { page } = await browser.open({ url: `${desk().url}/cases/payout/PO-2026-0420?do=hold` });
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  await receipts.getByText('It waits until somebody releases it.').waitFor();
  // What stops money is taken whatever was changed meanwhile, and wherever the case stands.
  expect(desk().sent[0]!.body).not.toHaveProperty('expectedChanges');
  expect(desk().sent[0]!.body).not.toHaveProperty('expectedStage');
  await page.clock.install();
  await page.clock.fastForward(60_000);
  show({ held: { ...held, releasedBy: 'supervisor-1', releasedFor: 'CHECKED' } });
  await page.clock.fastForward(10_000);
  await receipts.getByText('It was released since.').waitFor();
});
