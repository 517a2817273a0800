import { loggedIn } from '../../support/desk/stack';
import { titleOf, type Hand } from '../../support/web/real-day/hand';
import { readThrough } from '../../support/web/person';
import { batchFile, PAYOUTS, requireBatch } from '../../support/web/real-day/payouts';
import { payeeOf, STRANGER } from '../../support/web/real-day/people';
import type { Day } from '../../support/web/real-day/tasks';

const APPROVE = titleOf('payout', 'approve');
const REJECT = titleOf('payout', 'reject');
const AMEND = titleOf('payout', 'amend');
const APPROVE_BATCH = titleOf('batch', 'approve');
const EXCLUDE = titleOf('batch', 'excludeRows');

/** What makers and approvers of payouts do in a day. */
export function moneyTasks(day: Day): void {
  day.task(
    10,
    'an approver approves twelve payouts, each seen, in three presses each, and one more with a login',
    12 * 3 + 7,
    async ({ as }) => {
      const approver = await as('approver');
      await approver.go(/^Approvals/);
      await approver.page.getByRole('table', { name: 'Waiting for another person' }).waitFor();
      const seen = new Set<string>();
      for (let place = 0; place < 12; place++) seen.add(await approveNext(approver));
      expect(seen.size).toBe(12);
      await approver.find(PAYOUTS.stepUp, PAYOUTS.stepUp);
      const form = await approver.open(APPROVE);
      await form.getByText(payeeOf(9007).accountName).first().waitFor();
      await approver.press(form.getByRole('button', { name: 'Log in and send' }));
      await approver.logInOnceMore('approver');
      await approver.receipt(APPROVE);
    },
  );

  day.task(11, 'an approver rejects a payout, and its maker reads why', 8, async ({ as }) => {
    const [approver, maker] = [await as('approver'), await as('maker')];
    await approver.find(PAYOUTS.refused, PAYOUTS.refused);
    const form = await approver.open(REJECT);
    await approver.choose(form.getByLabel(/^Reason/), 'Wrong beneficiary');
    await approver.send(form, REJECT);
    await maker.find(PAYOUTS.refused, PAYOUTS.refused);
    await maker.page
      .getByText(/wrong.beneficiary/i)
      .first()
      .waitFor();
  });

  day.task(12, 'a maker who may approve reads why the own payout needs another person', 3, async ({ as }) => {
    const supervisor = await as('supervisor');
    await supervisor.find(PAYOUTS.own, PAYOUTS.own);
    await supervisor.page.getByText('another person must approve it').first().waitFor();
    await supervisor.press(supervisor.page.getByText('that you may not give now'));
    const refused = supervisor.page.getByRole('button', { name: APPROVE, exact: true, disabled: true });
    await refused.waitFor();
  });

  day.task(13, 'an operator answers “my payout did not arrive”', 4, async ({ as }) => {
    const maker = await as('maker');
    await maker.find(payeeOf(9001).accountNumber, PAYOUTS.paid);
    await maker.state.getByText(/^Paid/).first().waitFor();
    await maker.page.getByText('Invoice 17').first().waitFor();
    await maker.find(PAYOUTS.reversed, PAYOUTS.reversed);
    await maker.state
      .getByText(/taken back/)
      .first()
      .waitFor();
  });

  day.task(
    14,
    'a maker asks for the name, corrects it, pays, and amends another payout',
    13,
    async ({ as }) => {
      const maker = await as('maker');
      const payee = payeeOf(9100);
      await maker.page.goto(`${maker.url}/payouts/new`);
      const form = maker.page.locator('main form');
      await maker.fill(form.getByLabel(/^Reference/), 'PO-NEW-1');
      await maker.fill(form.getByLabel(/^Amount in naira/), '25000');
      const source = form.getByRole('group', { name: 'Source' });
      await maker.choose(source.getByLabel(/^Account number/), OUR_ACCOUNT);
      const beneficiary = form.getByRole('group', { name: 'Beneficiary' });
      await maker.fill(beneficiary.getByLabel(/^Bank code/), payee.bankCode);
      await maker.fill(beneficiary.getByLabel(/^Account number/), payee.accountNumber);
      const name = beneficiary.getByLabel(/^Account name/);
      await maker.fill(name, STRANGER);
      await maker.fill(form.getByLabel(/^Remark/), 'Invoice 18');
      await maker.press(form.getByRole('button', { name: 'Ask the bank for the name' }));
      await form.getByText('The names: mismatch').first().waitFor();
      await maker.fill(name, payee.accountName);
      await maker.press(form.getByRole('button', { name: 'Start the payout' }));
      const look = maker.page.getByRole('dialog');
      await maker.press(look.getByRole('button', { name: 'Start the payout' }));
      await maker.page.getByRole('heading', { level: 1, name: /PO-NEW-1$/ }).waitFor();
      await maker.state.getByText(/^Paid/).first().waitFor();

      await maker.find(PAYOUTS.mismatch, PAYOUTS.mismatch);
      const change = await maker.open(AMEND);
      await maker.fill(change.getByLabel(/^Account name/), payeeOf(9005).accountName);
      await maker.send(change, AMEND);
      await maker.state.getByText(/^Paid/).first().waitFor();
      const payment = maker.page.getByRole('region', { name: 'Payment' });
      await payment.getByText('Changed since it was made').waitFor();
      // The old name stands once, as the name before.
      expect(await payment.getByText(STRANGER, { exact: true }).count()).toBe(1);
      await payment.getByText(payeeOf(9005).accountName, { exact: true }).first().waitFor();
    },
  );

  day.task(15, 'a maker freezes 300 rows, and leaves out the seven with wrong names', 16, async ({ as }) => {
    const maker = await as('maker');
    await newBatch(maker, { name: 'salaries.csv', text: batchFile(ROWS, STRANGERS) });
    await maker.page.getByText('Nothing is wrong with the rows').waitFor();
    await freeze(maker, 'BT-300');
    const rows = maker.page.getByRole('table', { name: 'Rows of the batch' });
    await maker.state
      .getByText(/question|decide|found/i)
      .first()
      .waitFor();
    await maker.choose(maker.page.getByLabel('Status', { exact: true }), 'Question');
    await rows.getByText(STRANGER).nth(6).waitFor();
    for (const row of STRANGERS) await maker.press(rows.getByLabel(`Row ${row}`, { exact: true }));
    await maker.press(maker.page.getByRole('button', { name: `${EXCLUDE}: 7 rows` }));
    const form = maker.page.getByRole('dialog', { name: EXCLUDE });
    await maker.choose(form.getByLabel(/^Reason/), 'Wrong beneficiary');
    await maker.send(form, EXCLUDE);
    await maker.state.getByText('Frozen, to be approved', { exact: true }).waitFor();
  });

  day.task(16, 'a maker corrects a clerk’s file with semicolons and naira in place', 9, async ({ as }) => {
    const maker = await as('maker');
    const [one, two] = [payeeOf(21_001), payeeOf(21_002)];
    const text = [
      'reference;amount;bankCode;bankName;accountNumber;accountName;remark',
      `CLK-1;75,000.50;GTB;${one.bankName};${one.accountNumber};${one.accountName};Salary`,
      `CLK-2;80000;${two.bankCode};${two.bankName};12345;${two.accountName};Salary`,
    ].join('\r\n');
    await newBatch(maker, { name: 'clerk.csv', text });
    await maker.page.getByText('3 problems').waitFor();
    await maker.fill(maker.page.getByLabel('amount of line 2'), '75000,50');
    await maker.fill(maker.page.getByLabel('bankCode of line 2'), one.bankCode);
    await maker.fill(maker.page.getByLabel('accountNumber of line 3'), two.accountNumber);
    await maker.page.getByText('Nothing is wrong with the rows').waitFor();
    await freeze(maker, 'BT-CLERK');
    await maker.state.getByText('Frozen, to be approved', { exact: true }).waitFor();
  });

  day.task(
    17,
    'two people see the payees, approve the batch, and follow it to its end',
    14,
    async ({ as, url }) => {
      await requireBatch(await loggedIn(url, 'maker'), 'BT-300', batchFile(ROWS, STRANGERS));
      for (const user of ['approver', 'supervisor'] as const) {
        const person = await as(user);
        await person.find('BT-300', 'BT-300');
        const payees = person.page.getByRole('region', { name: 'Payees' });
        await payees.getByText('is for exactly these rows').waitFor();
        await payees.getByText(payeeOf(20_299).accountName).first().waitFor();
        const form = await person.open(APPROVE_BATCH);
        await form.getByText('of 293 names differ').waitFor();
        // Rows like an earlier payment, if the day has paid one, must be in view first.
        await readThrough(form.getByRole('table', { name: 'To look at first' }));
        await person.press(form.getByRole('button', { name: 'Log in and send' }));
        await person.logInOnceMore(user);
        await person.receipt(APPROVE_BATCH);
        if (user !== 'supervisor') continue;
        await person.page
          .getByText(`${ROWS} of ${ROWS} rows have their result`)
          .waitFor({ timeout: 840_000 });
        await person.page.getByText(/^Success 293$/).waitFor();
      }
    },
  );
}

const ROWS = 300;
const STRANGERS = [17, 58, 101, 144, 190, 233, 299];
/** The account that pays, as the lists of accounts have it. */
const OUR_ACCOUNT = '9000000001, Operations';

/** Chooses the next payout by the keyboard, looks at it, and approves it; its reference. */
async function approveNext(approver: Hand): Promise<string> {
  const { page } = approver;
  await approver.key('j');
  const sheet = page.getByRole('heading', { level: 2, name: /^Approval of / });
  const reference = ((await sheet.textContent()) ?? '').replace('Approval of ', '');
  await approver.key('a');
  const form = page.getByRole('dialog', { name: APPROVE });
  const about = form.getByRole('region', { name: 'What you decide about' });
  await about
    .getByText(/\d,\d{3}\.00/)
    .first()
    .waitFor();
  await about.getByText(/Bank, 90\d/).waitFor();
  await form.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await approver.key('Control+Enter');
  await page.getByRole('log', { name: 'Receipts' }).getByText(`${reference}: ${APPROVE}`).waitFor();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: new RegExp(`, ${reference}$`) }).waitFor({ state: 'detached' });
  return reference;
}

async function newBatch(maker: Hand, { name, text }: { readonly name: string; readonly text: string }) {
  await maker.go('Payouts and batches');
  await maker.press(maker.page.getByRole('link', { name: 'New batch' }));
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await maker.files('Drop the CSV file here', file);
}

async function freeze(maker: Hand, reference: string): Promise<void> {
  await maker.fill(maker.page.getByLabel('Reference of the batch'), reference);
  await maker.choose(maker.page.getByLabel('Account that pays'), OUR_ACCOUNT);
  await maker.press(maker.page.getByRole('button', { name: 'Freeze the batch' }));
  await maker.page.getByRole('heading', { level: 1, name: new RegExp(`${reference}$`) }).waitFor();
}
