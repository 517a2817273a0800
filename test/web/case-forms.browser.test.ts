import type { ApprovalItem } from '../../src/desk/contract';
import { chargeText, type Charge } from '../../src/domain/repayment/charge';
import { formFieldsOf } from '../../src/desk/views/commands';
import { kinds } from '../../src/domain/kinds';
import { dropOn } from '../support/web/person';
import { payoutApproval, proposal } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { supervisor } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

const NOW = new Date().toISOString();
const CASE = '/cases/loan/LN-2026-0001';

browserTest(
  'the form of a charge names the borrower, what is due by now, the charged account, and what was charged before',
  async () => {
    const [accept] = loanPage().commands;
    const charge = { ...accept!, name: 'chargeNow', summary: 'Charge the borrower' };
    const charged = { reference: 'LN-2026-0001-d20261031-a1', dueOn: '2026-10-31', askedKobo: 1_000_00 };
    const what = chargeText({ ...charged, status: 'TAKEN' } as Charge);
    const timeline = [...loanPage().timeline, { at: '2026-11-01T09:00:00.000Z', by: 'system', what }];
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [charge], timeline }));
    const anchor = { realAt: NOW, businessAt: '2026-11-29T12:00:00.000Z' };
    desk().session = { ...supervisor(), clock: { rate: 1, anchor } };
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=chargeNow` });
    const about = page.getByRole('dialog').getByRole('region', { name: 'What is charged' });
    await about.getByText('Amaka Okonkwo').waitFor();
    await about.getByText('₦42,125.50').first().waitFor();
    await about.getByText(/the bank chooses it/).waitFor();
    await about.getByText('₦1,000.00 for the instalment due on 2026-10-31, charge').waitFor();
  },
);

browserTest(
  'a form shows what stands now, a bank by its name, and what leaving a field empty means',
  async () => {
    const [accept] = loanPage().commands;
    const row = kinds.loan.commands.correctBankStatement!;
    const present = { sortCode: '901', accountNumber: '…6780' };
    const correct = {
      ...{ ...accept!, name: 'correctBankStatement', summary: 'Correct the statement' },
      fields: formFieldsOf(row, undefined, present),
    };
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [correct] }));
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=correctBankStatement` });
    await page.getByText('Almond Bank, 901, …6780').waitFor();
    const form = page.getByRole('dialog');
    await form.getByText('now Almond Bank, 901').waitFor();
    await form.getByText('now …6780; left empty, it stays').waitFor();
  },
);

browserTest(
  'what the case asks for and somebody has proposed is told as proposed, and no button invites to propose it again',
  async () => {
    const [accept] = loanPage().commands;
    const commands = [{ ...accept!, helps: true }];
    const waiting = { ...loanPage().waiting!, toDo: 'Ask the borrower, then acceptOffer.' };
    const told = { commands, waiting };
    desk().cases.set('loan:LN-2026-0001', loanPage(told));
    const { page } = await browser.open({ url: `${desk().url}${CASE}` });
    const state = page.getByRole('status', { name: 'State of the case' });
    const button = page.getByRole('button', { name: 'Accept the offer' }).first();
    await state.getByText('What to do: Ask the borrower').waitFor();
    expect(await button.getAttribute('data-variant')).toBe('filled');
    const approvals = [{ ...proposal(), command: 'Accept the offer' }];
    desk().cases.set('loan:LN-2026-0001', loanPage({ ...told, approvals }));
    await state.getByText('Proposed already: “Accept the offer”. It waits').waitFor();
    expect(await state.getByText('What to do').count()).toBe(0);
    expect(await button.getAttribute('data-variant')).toBe('default');
    await button.click();
    await page
      .getByRole('dialog')
      .getByText(/ \(account number ending in 4412.*What you send replaces it\./)
      .waitFor();
  },
);

browserTest.each([
  ['a new account', undefined, 'none set before → 0123456789', 'Emeka Hauwa Ibrahim, 0123456789'],
  ['an account in another’s name', 'BOLA MUSA', /^0123456789$/, 'BOLA MUSA, 0123456789'],
] as const)(
  'on a phone the line above the button of an agreement to %s names it and its holder',
  async (_, resolvedName, shown, brief) => {
    const [accept] = loanPage().commands;
    const agree = { ...accept!, name: 'confirmProposal', summary: 'Agree to a proposal', fields: [] };
    const changes = [
      { name: 'accountNumber', to: '0123456789' },
      { name: 'bankCode', from: 'Coral Bank, 902', to: 'Almond Bank, 901' },
    ];
    const { resolvedName: _own, nameVerdict: _verdict, ...waits } = proposal();
    const verdict = resolvedName && { resolvedName, nameVerdict: 'mismatch' };
    const of = { allowed: true, changes, reference: 'LN-2026-0001', beneficiaryAccount: '9999999999' };
    const approval = { ...waits, ...verdict, ...of };
    desk().approvals = [approval];
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [agree], approvals: [approval] }));
    const { page } = await browser.open({ url: `${desk().url}/approvals`, screen: 'phone' });
    await page.getByRole('button', { name: /LN-2026-0001/ }).click();
    await page.getByText(shown).first().waitFor();
    await page.getByRole('button', { name: 'Agree to a proposal' }).click();
    const form = page.getByRole('dialog', { name: 'Agree to a proposal' });
    const doubt = resolvedName
      ? ', but the names differ: the borrower is Emeka Hauwa Ibrahim'
      : ', but its holder is not known yet';
    const line = await form.getByText(/0123456789, Almond Bank, 901/).textContent();
    expect(line).toBe(`₦2,500,000.00, ${brief}, Almond Bank, 901${doubt}`);
    if (!resolvedName) {
      await form.getByRole('button', { name: 'Ask the bank for the name' }).click();
      await form.getByText('CHIDI OKAFOR', { exact: true }).waitFor();
      await form.getByText(/^₦2,500,000\.00, CHIDI OKAFOR, 0123456789, Almond Bank, 901/).waitFor();
      expect(await form.getByText(/not (known|compared) yet/).count()).toBe(0);
      expect(desk().sent).toMatchObject([{ body: { bankCode: '901', accountNumber: '0123456789' } }]);
    }
    await form.getByRole('button', { name: /^Send the approval/ }).click();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    await receipts.getByText(/₦2,500,000\.00, 0123456789, Almond Bank, 901\. Accepted\./).waitFor();
  },
);

browserTest(
  'who withdraws a loan whose offer was accepted is told that the bank has that, before and after',
  async () => {
    const [accept] = loanPage().commands;
    const commands = [{ ...accept!, name: 'withdraw', summary: 'Withdraw it', fields: [] }];
    const ended = {
      stage: 'WITHDRAWN',
      stageTitle: 'Withdrawn',
      ended: true,
      commands: [],
      waiting: undefined,
    };
    const left = {
      name: 'leftAtBank',
      label: 'Left at the bank',
      value: 'Ask it to close',
      kind: 'text',
    } as const;
    desk().cases.set('loan:LN-2026-0001', loanPage({ stage: 'TERMS', commands }));
    desk().onCommand = () =>
      desk().cases.set('loan:LN-2026-0001', loanPage({ ...ended, facts: [...loanPage().facts, left] }));
    const { page } = await browser.open({ url: `${desk().url}/cases/loan/LN-2026-0001?do=withdraw` });
    await page.getByRole('dialog').getByText('The offer has been accepted', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    await receipts.getByText('The case has ended: Withdrawn. Ask it to close.', { exact: false }).waitFor();
  },
);

browserTest('on a phone the line above the button that rejects a change says what is paid then', async () => {
  const [accept] = loanPage().commands;
  const refuse = { ...accept!, name: 'refuseProposal', summary: 'Reject it', fields: [], freshLogin: false };
  const ifRejected = 'If this is rejected, the payout stays as it is, ₦9,000.00.';
  const changes = [{ name: 'accountNumber', from: '9999999999', to: '0123456789' }];
  const of = { kind: 'payout', allowed: true, changes, reference: 'PO-1', ifRejected } as const;
  const approval = { ...proposal(), ...of, beneficiaryAccount: '9999999999', amountKobo: 100 };
  desk().approvals = [approval];
  const shown = { kind: 'payout' as const, reference: 'PO-1', commands: [refuse], approvals: [approval] };
  desk().cases.set('payout:PO-1', loanPage(shown));
  const { page } = await browser.open({
    url: `${desk().url}/cases/payout/PO-1?do=refuseProposal`,
    screen: 'phone',
  });
  const form = page.getByRole('dialog', { name: /^Reject it/ });
  const line = await form.getByText(/^To be rejected: ₦1\.00/).textContent();
  expect(line).toContain(ifRejected);
  await form.getByText('Paid to now').waitFor();
});

browserTest.each([
  ['payout', 'amend', 'No further approval is needed then; a larger amount may need more people.'],
  ['loan', 'setDisbursementAccount', 'two people must also agree to that before the loan is paid.'],
] as const)('the form of a %s’s %s says for what more people are needed', async (kind, name, told) => {
  const [accept] = loanPage().commands;
  const others = { agreement: { approvals: 1, roles: ['supervisor'], fromKobo: 0 } };
  const fields = formFieldsOf(kinds[kind].commands[name]!, undefined);
  const commands = [{ ...accept!, name, summary: name, others, fields }];
  desk().cases.set(`${kind}:X-1`, loanPage({ kind, reference: 'X-1', commands }));
  const { page } = await browser.open({ url: `${desk().url}/cases/${kind}/X-1?do=${name}` });
  await page.getByRole('dialog').getByText(told).waitFor();
});

browserTest('the receipt of a change says the new values, and what follows', async () => {
  const [accept] = loanPage().commands;
  const fields = formFieldsOf(kinds.payout.commands.amend!, undefined);
  const commands = [{ ...accept!, name: 'amend', fields }];
  const payout = (rest = {}) => loanPage({ kind: 'payout', reference: 'PO-1', commands, ...rest });
  desk().cases.set('payout:PO-1', payout());
  const { page } = await browser.open({ url: `${desk().url}/cases/payout/PO-1?do=amend` });
  await page.getByLabel('Amount').fill('3000');
  await page.getByLabel('Account number').fill('0123456780');
  const approvals = [payoutApproval({ reference: 'PO-1', confirmations: '0 of 1' })];
  desk().onCommand = () => desk().cases.set('payout:PO-1', payout({ approvals, changes: 1 }));
  await page.getByRole('button', { name: /^Send/ }).click();
  const receipts = page.getByRole('log', { name: 'Receipts' });
  const told = 'Amount ₦3,000.00, Account number 0123456780. Accepted. One more person must approve it.';
  await receipts.getByText(told, { exact: true }).waitFor();
});

browserTest(
  'the form that changes a payout names payments like the changed one, and who must approve that',
  async () => {
    const [accept] = loanPage().commands;
    const fields = formFieldsOf(kinds.payout.commands.amend!, undefined);
    const supervisors = { approvals: 1, roles: ['supervisor'], fromKobo: 0 };
    const approvers = { approvals: 2, roles: ['approver'], fromKobo: 500_000_000 };
    const rules = { agreements: [supervisors], approvals: [approvers] };
    const commands = [{ ...accept!, name: 'amend', fields, others: { rules } }];
    const { digest: _, ...payout } = payoutApproval({ beneficiaryAccount: '0123456789', bankCode: '901' });
    const shownAs = (now: typeof payout & Pick<ApprovalItem, 'held'>) =>
      loanPage({ kind: 'payout', reference: 'PO-1', commands, payout: now });
    desk().cases.set('payout:PO-1', shownAs(payout));
    const { page } = await browser.open({ url: `${desk().url}/cases/payout/PO-1` });
    const alike = [{ kind: 'batch', reference: 'BT-1', stageTitle: 'Done', on: NOW }];
    const asked: unknown[] = [];
    await page.route('**/api/payouts/alike', async (route) => {
      asked.push(route.request().postDataJSON());
      await route.fulfill({ json: { alike } });
    });
    await page.goto(`${desk().url}/cases/payout/PO-1?do=amend`);
    const form = page.getByRole('dialog');
    await form.locator('[data-variant=filled]').waitFor();
    await form.getByLabel('Amount').fill('22,000.50');
    await form.getByText('₦22,000.50 to this account also: a row of BT-1', { exact: false }).waitFor();
    await form.getByText('Changed so, it needs no approval: it is paid at once', { exact: false }).waitFor();
    await form.getByText('Before this takes effect, another person (supervisor) must agree.').waitFor();
    const account = { bankCode: '901', accountNumber: '0123456789' };
    expect(asked[0]).toEqual({ reference: 'PO-1', amountKobo: 2_200_050, ...account });
    expect(await form.locator('[data-variant=filled]').count()).toBe(0);
    await form.getByLabel('Amount').fill('6,000,000');
    const approval = 'This takes effect at once. Changed so, 2 other people (approver) must approve it';
    await form.getByText(approval, { exact: false }).waitFor();
    await form.getByLabel('Amount').fill('');
    await form.getByLabel('Account name').fill('Somebody Else');
    await form.getByText('Changed so, it needs no approval', { exact: false }).waitFor();
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    desk().cases.set('payout:PO-1', shownAs({ ...payout, held }));
    await form.getByLabel('Amount').fill('9,000');
    await form.getByText('it needs no approval: once it is released, it is paid', { exact: false }).waitFor();
  },
);

browserTest(
  'the form that changes a payout waits for the search of payments like it, and says if there is none',
  async () => {
    const [accept] = loanPage().commands;
    const fields = formFieldsOf(kinds.payout.commands.amend!, undefined);
    const commands = [{ ...accept!, name: 'amend', fields }];
    const { digest: _, ...payout } = payoutApproval({ beneficiaryAccount: '0123456789', bankCode: '901' });
    desk().cases.set('payout:PO-1', loanPage({ kind: 'payout', reference: 'PO-1', commands, payout }));
    const { page } = await browser.open({ url: `${desk().url}/cases/payout/PO-1` });
    let answer = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/payouts/alike', async (route) => {
      await isAsked;
      await route.fulfill({ status: 409, json: {} });
    });
    await page.goto(`${desk().url}/cases/payout/PO-1?do=amend`);
    const form = page.getByRole('dialog');
    await form.getByLabel('Amount').fill('22,000.50');
    const sends = form.getByRole('button', { name: 'Send', exact: true });
    await form.getByText('First the desk looks for payments like it.').waitFor();
    expect(await sends.isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    answer();
    await form.getByText('The desk cannot look for payments like this one', { exact: false }).waitFor();
    expect(await form.locator('[data-variant=filled]').count()).toBe(0);
    expect(desk().sent).toEqual([]);
    await sends.click();
    await form.waitFor({ state: 'detached' });
  },
);

browserTest(
  'the form that hands in a document sends nothing once a colleague has handed in the same item, and says so',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}` });
    const row = page
      .getByRole('list', { name: 'Checklist', includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
      .filter({ hasText: 'Board resolution' });
    await dropOn(row, 'examples/documents/board-resolution.pdf', 'application/pdf');
    const form = page.getByRole('dialog', { name: 'Hand in as Board resolution: LN-2026-0001' });
    const checklist = loanPage().checklist.map((one) =>
      one.item === 'BOARD_RESOLUTION_DOC' ? { ...one, status: 'uploaded' as const } : one,
    );
    desk().cases.set('loan:LN-2026-0001', loanPage({ checklist }));
    await row.getByText('with the bank').waitFor();
    await form.getByText('This document is not asked for any more', { exact: false }).waitFor();
    expect(await form.getByRole('button', { name: 'Hand in' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Enter');
    expect(desk().sent).toEqual([]);
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await row.getByRole('button', { name: /^Hand in/ }).count()).toBe(0);
  },
);
