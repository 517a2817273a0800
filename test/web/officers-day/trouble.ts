import { setTimeout as sleep } from 'node:timers/promises';
import { loggedIn } from '../../support/desk/stack';
import { DEMONSTRATION_PASSWORD } from '../../../stack/login-provider/provider';
import { titleOf } from '../../support/web/real-day/hand';
import { waitingReference } from '../../support/web/real-day/payouts';
import type { Day } from '../../support/web/real-day/tasks';

const NOTE = titleOf('payout', 'addNote');
const AWAY = 'The desk does not answer.';
const TABS = ['mine', 'person', 'approvals', 'open', 'ended', 'all'];
const SORTS = ['waiting', 'newest', 'oldest', 'amount', 'reference', 'changed'];
/** Long enough for whatever was kept back to be sent after all. */
const AFTERWARDS_MS = 3_000;

/** What goes wrong in a day: no command is sent behind anybody's back, and no list is taken away. */
export function troubleTasks(day: Day): void {
  day.task(
    24,
    'a command that was cancelled without a network is not sent when it is back',
    6,
    async ({ as }) => {
      const maker = await as('maker');
      const { page } = maker;
      const reference = waitingReference(43);
      await maker.find(reference, reference);
      const form = await maker.open(NOTE);
      await maker.fill(form.getByLabel(/^The note/), 'Never to be sent');
      await page.context().setOffline(true);
      await maker.press(form.getByRole('button', { name: /^Send/ }));
      await form.getByText('nothing was sent').waitFor({ timeout: 5_000 });
      const cancel = form.getByRole('button', { name: 'Close without sending' });
      await maker.press(cancel);
      await form.getByText('Throw away what you typed?').waitFor();
      await maker.press(cancel);
      await page.context().setOffline(false);
      await form.waitFor({ state: 'detached' });
      await page.waitForTimeout(AFTERWARDS_MS);
      expect(await page.getByText('Never to be sent').count()).toBe(0);
      expect(await page.getByRole('log', { name: 'Receipts' }).textContent()).toBe('');
    },
  );

  day.task(24, 'a command whose answer was lost is sent again, and counts once', 6, async ({ as }) => {
    const maker = await as('maker');
    const { page } = maker;
    const reference = waitingReference(41);
    await maker.find(reference, reference);
    const form = await maker.open(NOTE);
    await maker.fill(form.getByLabel(/^The note/), 'Sent once');
    await page.route('**/commands/addNote', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await maker.press(form.getByRole('button', { name: /^Send/ }));
    await form.getByRole('alert').first().waitFor();
    await page.unroute('**/commands/addNote');
    await maker.press(form.getByRole('button', { name: /^Send/ }));
    await form.waitFor({ state: 'detached' });
    await sleep(AFTERWARDS_MS);
    expect(await page.getByText('Sent once', { exact: true }).count()).toBe(1);
  });

  day.task(
    24,
    'where the session ends over an open form, its text is sent after a new login',
    6,
    async ({ as }) => {
      const [maker, administrator] = [await as('maker'), await as('administrator')];
      const { page } = maker;
      const reference = waitingReference(42);
      await maker.find(reference, reference);
      const form = await maker.open(NOTE);
      await maker.fill(form.getByLabel(/^The note/), 'Kept over the end');
      const row = administrator.page.getByRole('row', { name: /Musa Maker/ });
      await administrator.press(row.getByRole('button', { name: 'End all sessions of Musa Maker' }));
      const notice = page.getByRole('dialog', { name: 'Logged out' });
      await notice.waitFor();
      const opened = page.waitForEvent('popup');
      await maker.press(notice.getByRole('link', { name: 'Log in' }));
      const popup = await opened;
      const user = popup.getByLabel('User');
      await user.fill('maker');
      await popup.getByLabel('Password').fill(DEMONSTRATION_PASSWORD);
      await popup.getByRole('button', { name: 'Log in' }).click();
      await notice.waitFor({ state: 'detached' });
      await maker.send(form, NOTE);
      await page.getByText('Kept over the end').first().waitFor();
    },
  );

  day.frozen(/src\/desk\.ts/, 'a desk that stands still', async (maker, goOn) => {
    const { page } = maker;
    await page.getByText(AWAY).waitFor();
    goOn();
    await page.getByText('The desk answers again.').waitFor();
  });

  day.frozen(/postgres/, 'a database that stands still', async (maker, goOn) => {
    const { page } = maker;
    await page.reload();
    await page
      .getByText(/has not answered yet|does not answer|not be loaded/)
      .first()
      .waitFor();
    goOn();
    await page.getByRole('table', { name: 'Cases' }).waitFor();
  });

  day.check('every page of every list answers, whatever its order', async ({ url }) => {
    const supervisor = await loggedIn(url, 'supervisor');
    const refused: string[] = [];
    for (const tab of TABS)
      for (const sort of SORTS) {
        const first = await supervisor.get(`/api/cases?tab=${tab}&sort=${sort}&size=100`);
        const pages = Math.ceil((first.body.total ?? 0) / 100);
        const others = Array.from({ length: Math.max(pages - 1, 0) }, (_, place) =>
          supervisor.get(`/api/cases?tab=${tab}&sort=${sort}&size=100&page=${place + 2}`),
        );
        for (const { status, text, body } of [first, ...(await Promise.all(others))])
          if (status !== 200 || body.unreadable.length > 0)
            refused.push(`${tab} ${sort}: ${text.slice(0, 200)}`);
      }
    expect(refused).toEqual([]);
  });
}
