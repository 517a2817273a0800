import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { problem } from '../support/web/answers';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { supervisor } from '../support/web/fixtures/session';
import { send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';
const ACCEPT = 'Accept the offer';

browserTest(
  'who stops waiting for an answer that does not come is told that the command may have taken effect',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    await page.route('**/commands/acceptOffer', () => undefined);
    const dialog = page.getByRole('dialog', { name: ACCEPT });
    await dialog.getByLabel(/^Note/).fill('He has read it');
    await page.keyboard.press('Escape');
    const question = dialog.getByText('Throw away what you typed?');
    await question.waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByText('It is sent: to stop waiting does not take it back.').waitFor();
    await dialog.getByRole('button', { name: 'Stop waiting' }).click();
    await dialog.getByText('it is unknown whether this took effect').waitFor();
    await dialog.getByRole('button', { name: 'Close without sending again' }).click();
    await dialog.waitFor({ state: 'detached' });
  },
);

browserTest('a case that a list cannot show is told above the others, with the reason', async () => {
  desk().unreadable = [
    { kind: 'reconciliation', reference: 'nightly 7', why: 'reference: must match pattern' },
  ];
  const { page } = await browser.open({ url: desk().url });
  await page.getByText('1 case cannot be shown').waitFor();
  await page.getByText('reconciliation nightly 7: reference: must match pattern').waitFor();
  await page.getByRole('link', { name: 'LN-2026-0001' }).waitFor();
});

browserTest(
  'of many cases that do not answer, a list tells the number in one line, which a press unfolds',
  async () => {
    const cause = 'Its present state is unknown; last seen: Offer, at 29 Nov 2026, 09:00 WAT.';
    const [, , , row] = desk().rows;
    const quiet = { ...row!, stageTitle: 'Present state unknown', attention: { cause, since: row!.since } };
    const name = (place: number) => `LN-QUIET-${place}`;
    desk().rows.push(...Array.from({ length: 40 }, (_, place) => ({ ...quiet, reference: name(place) })));
    const { page } = await browser.open({ url: desk().url });
    await page.getByText('40 cases here: present state unknown').waitFor();
    expect(await page.getByText(cause).count()).toBe(0);
    await page.getByRole('link', { name: 'LN-2026-0001' }).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('link', { name: name(39) }).waitFor();
    await page.getByRole('button', { name: 'Fold them' }).click();
    await page.getByRole('link', { name: name(39) }).waitFor({ state: 'detached' });
    expect(await violationsOn(page)).toEqual([]);
  },
);

browserTest('a list folds the reasons of many cases that it cannot show', async () => {
  const why = 'the case itself does not answer';
  desk().unreadable = Array.from({ length: 40 }, (_, place) => ({
    ...{ kind: 'payout', reference: `PO-QUIET-${place}`, why },
  }));
  const { page } = await browser.open({ url: desk().url });
  await page.getByText('40 cases cannot be shown').waitFor();
  expect(await page.getByText('PO-QUIET-39').isVisible()).toBe(false);
  await page.getByText('Which ones, and why').click();
  await page.getByText(`payout PO-QUIET-39: ${why}`).waitFor();
});

const END = 'Your session has ended.';

/** Opens the form of a note, and types into it. */
async function withNote() {
  const { page, complaints } = await browser.open({ url: `${desk().url}${CASE}?do=addNote` });
  const form = page.getByRole('dialog', { name: 'Add a note to the timeline' });
  await form.getByRole('textbox', { name: 'The note' }).fill('Seen at the branch');
  return { page, form, complaints };
}

browserTest(
  'a form keeps what was typed when Escape is pressed; the button that closes throws it away',
  async () => {
    const { page, form } = await withNote();
    await page.keyboard.press('Escape');
    await form.getByText('Throw away what you typed?').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type(' today');
    expect(await form.getByRole('textbox', { name: 'The note' }).inputValue()).toBe(
      'Seen at the branch today',
    );
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a note to the timeline' }).click();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toEqual([]);
  },
);

browserTest(
  'after nothing was sent, the button that closes asks once before it throws away what was typed, and closes a form without text',
  async () => {
    const { page, form } = await withNote();
    await page.context().setOffline(true);
    await form.getByRole('button', { name: /^Send/ }).click();
    await form.getByText('You are offline: nothing was sent.').waitFor();
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await form.getByText('Throw away what you typed?').waitFor();
    const text = form.getByRole('textbox', { name: 'The note' });
    expect(await text.inputValue()).toBe('Seen at the branch');
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await form.waitFor({ state: 'detached' });
  },
);

browserTest(
  "the browser's Back asks before it throws away what was typed, closes a form without text, and leaves the page where it is",
  async () => {
    const { page } = await browser.open({ url: desk().url });
    await page.getByRole('link', { name: 'LN-2026-0001' }).click();
    const open = page.getByRole('button', { name: 'Add a note to the timeline' });
    const form = page.getByRole('dialog', { name: 'Add a note to the timeline' });
    await open.click();
    await form.getByRole('textbox', { name: 'The note' }).fill('Seen at the branch');
    await page.goBack();
    await form.getByText('Throw away what you typed?').waitFor();
    expect(await form.getByRole('textbox', { name: 'The note' }).inputValue()).toBe('Seen at the branch');
    await form.getByRole('button', { name: 'Close without sending' }).click();
    await open.click();
    await page.goBack();
    await form.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(CASE);
    await page.goBack();
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
  },
);

browserTest(
  'where the session ends under an open form, the notice stands on top, a window of its own logs in, and the form goes on with its text',
  async () => {
    const { page, form, complaints } = await withNote();
    desk().session = undefined;
    const notice = page.getByRole('dialog', { name: 'Logged out' });
    await notice.getByText(END).waitFor();
    await page.getByText('You were logged out.').waitFor();
    expect(await page.getByText('The desk does not answer').count()).toBe(0);
    await page.keyboard.press('Escape');
    desk().logsIn = supervisor();
    const opened = page.waitForEvent('popup');
    await notice.getByRole('link', { name: 'Log in' }).click();
    const popup = await opened;
    await notice.waitFor({ state: 'detached' });
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(await form.getByRole('textbox', { name: 'The note' }).inputValue()).toBe('Seen at the branch');
    await send(page, 'Add a note to the timeline');
    expect(desk().sent).toMatchObject([{ body: { fields: { text: 'Seen at the branch' } } }]);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'a command that is refused for want of a session says that nothing was sent, and is sent after the login',
  async () => {
    const { page, form } = await withNote();
    // The session ends once the command is on its way: sooner, the page may notice before the press.
    const endSession = (route: Route) => {
      desk().session = undefined;
      return route.continue();
    };
    await page.route('**/commands/**', endSession, { times: 1 });
    await form.getByRole('button', { name: /^Send/ }).click();
    await form.getByText('Nothing was sent, since your session had ended.').waitFor();
    expect(await form.getByText('This was refused').count()).toBe(0);
    desk().logsIn = supervisor();
    await page.getByRole('dialog', { name: 'Logged out' }).getByRole('link', { name: 'Log in' }).click();
    await form.getByText('You are logged in again: send it now.').waitFor();
    await send(page, 'Add a note to the timeline');
    expect(desk().sent).toHaveLength(1);
  },
);

browserTest('where another person logs in, what stood on the page is gone', async () => {
  const { page, form } = await withNote();
  desk().session = undefined;
  const notice = page.getByRole('dialog', { name: 'Logged out' });
  await notice.getByText(END).waitFor();
  desk().logsIn = { ...supervisor(), subject: 'officer-2' };
  await notice.getByRole('link', { name: 'Log in' }).click();
  await notice.waitFor({ state: 'detached' });
  await form
    .getByRole('textbox', { name: 'The note' })
    .and(page.locator(':not([value="Seen at the branch"])'))
    .waitFor();
  expect(await form.getByRole('textbox', { name: 'The note' }).inputValue()).toBe('');
});

const AWAY = 'The desk does not answer.';

browserTest(
  'where nothing comes from the desk any more, the page says so within seconds, sends nothing, and says when it is back',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
    const form = page.getByRole('dialog', { name: ACCEPT });
    await form.waitFor();
    desk().silent = true;
    await page.getByText(AWAY).waitFor({ timeout: 20_000 });
    await form.getByRole('button', { name: /^Send/ }).click();
    await form.getByText('The desk does not answer: nothing was sent.').waitFor({ timeout: 2_000 });
    desk().silent = false;
    await page.getByText('The desk answers again.').waitFor({ timeout: 10_000 });
    await form.getByText('The desk does not answer').waitFor({ state: 'detached' });
    await form.getByText('It can be sent again. Nothing was sent before.').waitFor();
    expect(desk().sent).toEqual([]);
    await send(page, ACCEPT);
  },
);

browserTest('requests that fail are told at once and go on being told, though the stream lives', async () => {
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByText(ACCEPT).first().waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByText(AWAY).waitFor({ timeout: 10_000 });
  // The stream gives a sign of life each second.
  for (let look = 0; look < 30; look++) {
    expect(await page.getByText(AWAY).isVisible()).toBe(true);
    await page.waitForTimeout(100);
  }
});

browserTest('a page and a form that wait longer than a moment say what for', async () => {
  const { page } = await browser.open({ url: desk().url });
  await page.getByRole('link', { name: 'LN-2026-0001' }).waitFor();
  await page.route('**/api/cases/loan/**', () => undefined);
  await page.getByRole('link', { name: 'LN-2026-0001' }).click();
  await page.getByText('Loading Loan LN-2026-0001: the desk has not answered yet').waitFor();
  await page.unrouteAll();
  await page.goto(`${desk().url}${CASE}?do=acceptOffer`);
  await page.route('**/commands/acceptOffer', () => undefined);
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('dialog').getByText('The desk has not answered yet.').waitFor();
});

browserTest.each([
  [
    'acceptOffer: there is nothing to accept. The loan is in the stage TERMS; commands allowed now: addNote, withdraw.',
    'There is nothing to accept.',
  ],
  [
    'acceptOffer is not possible in this stage. The loan is in the stage TERMS; commands allowed now: none.',
    'This is not possible in this stage.',
  ],
])('a refusal is told to a person without the words of programs: %s', async (told, shown) => {
  desk().refusals.push(problem(409, 'refused', told));
  const { page } = await browser.open({ url: `${desk().url}${CASE}?do=acceptOffer` });
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await page.getByText(shown, { exact: true }).waitFor();
});

browserTest(
  'of ten tabs of a browser one listens to the desk, for all, and another one once that is closed',
  async () => {
    const { page: first } = await browser.open({ url: desk().url });
    const others = await Promise.all(
      Array.from({ length: 9 }, async () => {
        const page = await first.context().newPage();
        await page.goto(desk().url);
        return page;
      }),
    );
    let last = others.at(-1)!;
    const hearsTicks = async () => {
      while (desk().listening() !== 1) await sleep(100);
      const ticking = setInterval(() => desk().tick(), 200);
      // The lists are read without ticks, too: in front, and each minute.
      for (let reads = 0; reads < 3; reads++)
        await last.waitForRequest((request) => request.url().includes('/api/cases'), { timeout: 30_000 });
      clearInterval(ticking);
    };
    await last.getByRole('table', { name: 'Cases' }).waitFor();
    await hearsTicks();
    await first.close();
    await hearsTicks();
    // The one that listens is the one that came last.
    await last.close();
    last = others.at(0)!;
    await hearsTicks();
    expect(await last.getByText('The desk does not answer').count()).toBe(0);
  },
);
