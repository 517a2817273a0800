import { payout, unhurriedPolicy } from '../support/desk/access/open-cases';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { startPayout, until } from '../support/desk/steps';
import { browserTest, hasBrowser, TestBrowser } from '../support/web/browser';
import { logIn } from '../support/web/person';

const APPROVE = 'Approve the payout';
const CONFIRM = 'Confirm that the account belongs to the beneficiary';
const OTHERS = 'HALIMA AMAKA CHUKWU';

const browser = new TestBrowser();
let stack: DeskStack | undefined;
beforeAll(async () => {
  await browser.start();
  if (hasBrowser) stack = await deskStack(unhurriedPolicy());
});
afterAll(async () => {
  await browser.stop();
  await stack?.stop();
});

const pageOf = (reference: string) => `/api/cases/payout/${reference}`;

browserTest(
  'who confirms a name sees both names, bank and account, and after an amendment all see the new payee',
  async () => {
    const url = stack!.url;
    const maker = await loggedIn(url, 'maker');
    await startPayout(maker, payout('DECIDE-1', 120_000_000, OTHERS));
    const asked = await until(
      () => maker.get(pageOf('DECIDE-1')),
      ({ payout: shown }) => shown?.resolvedName !== undefined,
    );
    const { resolvedName, beneficiaryAccount, bankCode, bankName } = asked.payout as Record<string, string>;
    const { page, complaints } = await browser.open({ url });
    await logIn(page, 'maker');
    await page.goto(`${url}/cases/payout/DECIDE-1`);
    await page.getByRole('button', { name: CONFIRM }).click();
    const form = page.getByRole('dialog', { name: CONFIRM });
    const sheet = form.getByRole('region', { name: 'What you decide about' });
    for (const text of [
      OTHERS,
      resolvedName!,
      `${bankName}, ${bankCode}`,
      beneficiaryAccount!,
      '₦1,200,000.00',
    ])
      await sheet.getByText(text).first().waitFor();
    await form
      .getByText(
        /^This takes effect at once\. Then the payout waits for approval as usual: before it is paid, another person \(.+\) must approve it\.$/,
      )
      .waitFor();
    await form.getByRole('button', { name: 'Close without sending' }).click();

    const change = { fields: { accountName: resolvedName } };
    expect((await maker.post(`${pageOf('DECIDE-1')}/commands/amend`, change)).status).toBe(200);
    const approver = await loggedIn(url, 'approver');
    const inbox = await until(
      () => approver.get('/api/approvals'),
      ({ items }) => items?.length > 0,
    );
    expect(inbox.items[0]).toMatchObject({ givenName: resolvedName, resolvedName, bankName, bankCode });
    const listed = await until(
      () => approver.get('/api/cases?kind=payout'),
      ({ rows }) => rows?.[0]?.name === resolvedName,
    );
    expect(JSON.stringify(listed.rows)).not.toContain(OTHERS);
    const found = await approver.get(`/api/search?q=${encodeURIComponent(resolvedName!.split(' ')[0]!)}`);
    expect(found.body.cases[0]).toMatchObject({ reference: 'DECIDE-1', name: resolvedName });
    await page.getByRole('region', { name: 'To be approved' }).getByText(resolvedName!).first().waitFor();
    await page.getByText('Changed since it was made').waitFor();
    await page.getByText('Name before').waitFor();
    expect(await page.getByText(OTHERS).count()).toBe(1);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'on a phone the sheet of an approval fills the screen before its form, and an item with a receipt leaves the list',
  async () => {
    const url = stack!.url;
    const { page, complaints } = await browser.open({ url, screen: 'narrow' });
    await logIn(page, 'approver');
    await page.goto(`${url}/approvals`);
    await page.getByRole('button', { name: /To be approved.*DECIDE-1/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Approval of DECIDE-1' });
    expect((await sheet.boundingBox())?.width).toBe(360);
    await sheet.getByText('₦1,200,000.00').waitFor();
    await sheet.getByRole('button', { name: APPROVE }).click();
    const form = page.getByRole('dialog', { name: APPROVE });
    await form.getByRole('region', { name: 'What you decide about' }).getByText('₦1,200,000.00').waitFor();
    await form.getByRole('button', { name: /^Send/ }).click();
    await page.getByText('Nothing waits for you').waitFor();
    expect(await page.getByRole('button', { name: /DECIDE-1/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
