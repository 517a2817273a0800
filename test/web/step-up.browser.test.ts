import { DEMONSTRATION_PASSWORD } from '../../stack/login-provider/provider';
import { payout } from '../support/desk/access/open-cases';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { STEP_UP_KOBO, stepUpPolicy } from '../support/desk/step-up-policy';
import { startPayout, until } from '../support/desk/steps';
import { browserTest, hasBrowser, TestBrowser } from '../support/web/browser';
import { logIn } from '../support/web/person';

const APPROVE = 'Approve the payout';

const browser = new TestBrowser();
let stack: DeskStack | undefined;
beforeAll(async () => {
  await browser.start();
  if (hasBrowser) stack = await deskStack(stepUpPolicy());
});
afterAll(async () => {
  await browser.stop();
  await stack?.stop();
});

browserTest(
  'an approver of much money logs in for this one approval, and comes back to its receipt',
  async () => {
    const url = stack!.url;
    const maker = await loggedIn(url, 'maker');
    await startPayout(maker, payout('STEP-WEB', STEP_UP_KOBO));
    await until(
      () => maker.get('/api/cases/payout/STEP-WEB'),
      (body) => body.approvals?.length > 0,
    );
    const { page, complaints } = await browser.open({ url });
    await logIn(page, 'approver');
    await page.goto(`${url}/cases/payout/STEP-WEB`);
    await page.getByRole('button', { name: APPROVE, exact: true }).first().click();
    const form = page.getByRole('dialog', { name: APPROVE });
    await form.getByText('For this amount you log in once more.').waitFor();
    const note = form.getByRole('textbox', { name: 'Note' });
    await note.fill('Seen the invoice');
    await form.getByRole('button', { name: 'Log in and send' }).click();
    await page.getByLabel('User').waitFor();
    await page.goBack();
    await note.waitFor();
    expect(await note.inputValue()).toBe('Seen the invoice');
    await form.getByRole('button', { name: 'Log in and send' }).click();
    await page.getByLabel('User').fill('approver');
    await page.getByLabel('Password').fill(DEMONSTRATION_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    const receipts = page.getByRole('log', { name: 'Receipts' });
    await receipts.getByText(APPROVE).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/cases/payout/STEP-WEB');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate('Object.values(sessionStorage).join()')).not.toContain('Seen');
    await until(
      () => maker.get('/api/cases/payout/STEP-WEB'),
      ({ stage }) => stage === 'SUCCESS',
    );
    expect(complaints).toEqual([]);
  },
);
