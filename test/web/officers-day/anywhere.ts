import { titleOf } from '../../support/web/real-day/hand';
import { LOANS } from '../../support/web/real-day/loans';
import { PAYOUTS, waitingReference } from '../../support/web/real-day/payouts';
import { payeeOf } from '../../support/web/real-day/people';
import type { Day } from '../../support/web/real-day/tasks';

const APPROVE = titleOf('payout', 'approve');

/** The same desk on a phone, by keyboard alone, and in another time zone. */
export function tasksAnywhere(day: Day): void {
  day.task(25, 'an approver approves a payout on a phone, having seen it', 4, async ({ as }) => {
    const approver = await as('approver', { screen: 'phone' });
    const { page } = approver;
    await page.goto(`${approver.url}/approvals`);
    const place = 32;
    const reference = waitingReference(place);
    await approver.press(page.getByRole('button', { name: new RegExp(`, ${reference}$`) }));
    const sheet = page.getByRole('dialog', { name: `Approval of ${reference}` });
    await sheet
      .getByText(payeeOf(place - 1).accountName)
      .first()
      .waitFor();
    await approver.press(sheet.getByRole('button', { name: APPROVE }));
    const form = page.getByRole('dialog', { name: APPROVE });
    await form
      .getByText(payeeOf(place - 1).accountName)
      .first()
      .waitFor();
    await approver.press(form.getByRole('button', { name: /^Send/ }));
    await approver.receipt(`${reference}: ${APPROVE}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  day.task(25, 'an officer finds a loan and gives a command by keyboard alone', 12, async ({ as }) => {
    const officer = await as('officer');
    const { page } = officer;
    await officer.key('Control+k');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type(LOANS.repaying);
    await page.getByRole('dialog').getByText(LOANS.repaying, { exact: true }).waitFor();
    await officer.key('Enter');
    await officer.state.waitFor();
    await officer.key('Control+k');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('note');
    await page.getByRole('dialog').getByText(titleOf('loan', 'addNote'), { exact: true }).waitFor();
    await officer.key('Enter');
    const form = page.getByRole('dialog', { name: titleOf('loan', 'addNote') });
    await form
      .getByLabel(/^The note/)
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Called at noon');
    for (let stops = 0; stops < 4; stops++) {
      if ((await form.getByRole('button', { name: /^Send/ }).and(page.locator(':focus')).count()) > 0) break;
      await officer.key('Tab');
    }
    await officer.key('Enter');
    await form.waitFor({ state: 'detached' });
    await page.getByText('Called at noon').first().waitFor();
  });

  day.task(25, 'a person abroad reads the times of Lagos', 3, async ({ as }) => {
    const maker = await as('maker', { timezoneId: 'America/New_York' });
    await maker.find(PAYOUTS.paid, PAYOUTS.paid);
    const [start = ''] = await maker.page.getByRole('region', { name: 'Timeline' }).allTextContents();
    expect(start).toMatch(/WAT/);
  });
}
