import { formFieldsOf } from '../../src/desk/views/commands';
import { kinds } from '../../src/domain/kinds';
import { proposal } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { supervisor } from '../support/web/fixtures/session';

const { browser, desk } = deskPages();

const NOW = new Date().toISOString();
const CASE = '/cases/loan/LN-2026-0001';

browserTest(
  'the form of a charge names the borrower, what is due by now, and the charged account',
  async () => {
    const [accept] = loanPage().commands;
    const charge = { ...accept!, name: 'chargeNow', summary: 'Charge the borrower' };
    desk().cases.set('loan:LN-2026-0001', loanPage({ commands: [charge] }));
    const anchor = { realAt: NOW, businessAt: '2026-11-29T12:00:00.000Z' };
    desk().session = { ...supervisor(), clock: { rate: 1, anchor } };
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=chargeNow` });
    const about = page.getByRole('dialog').getByRole('region', { name: 'What is charged' });
    await about.getByText('Amaka Okonkwo').waitFor();
    await about.getByText('₦42,125.50').first().waitFor();
    await about.getByText(/the bank chooses it/).waitFor();
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
  },
);
