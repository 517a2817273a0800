import { returnedText } from '../../src/domain/payout/returned-money';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { loanPage } from '../support/web/fixtures/loan';
import { reconciliation } from '../support/web/fixtures/reports';

const { browser, desk } = deskPages();

const NOW = new Date().toISOString();
const CASE = '/cases/loan/LN-2026-0001';
const ACCOUNT = { accountNumber: '…6789', bankCode: '901', bankName: 'Almond Bank' };
const BORROWER = {
  ...{ name: 'Amaka Okonkwo', phone: '+2348031234567', address: '1 Sample Street', bvn: '…001' },
  ...{ mayReveal: false, dateOfBirth: '1990-01-31' },
};

browserTest.each([
  ['To be paid into', {}, 'no account is set: the borrower’s own account with the bank'],
  ['To be paid into', { disbursementAccount: ACCOUNT }, '…6789, Almond Bank'],
  [
    'Paid into',
    {
      disbursementAccount: ACCOUNT,
      stages: [{ stage: 'DISBURSED', title: 'Disbursed', state: 'current' as const }],
    },
    '…6789, Almond Bank',
  ],
])("a loan's page names its purpose and, as “%s”, the account", async (label, told, account) => {
  desk().cases.set(
    'loan:LN-2026-0001',
    loanPage({ borrower: { ...BORROWER, purpose: 'WORKING_CAPITAL' }, ...told }),
  );
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const card = page.getByRole('region', { name: 'Borrower' });
  const valueOf = (name: string) =>
    card.getByRole('term').getByText(name, { exact: true }).locator('xpath=following::dd[1]').innerText();
  expect(await valueOf('Purpose')).toBe('Working capital');
  expect(await valueOf(label)).toBe(account);
});

browserTest(
  'a payout that came back says so in one sentence, and the lines of the statement are folded',
  async () => {
    const returned = [
      { source: 'mark', uniqueRef: '88343704628165711357', amountKobo: 2_500_000, at: NOW },
      { source: 'credit', uniqueRef: '88343704628165711358', amountKobo: 2_500_000, at: NOW },
    ] as const;
    const lines = returned.map((one) => ({ ...one, accountNumber: '9000000001' }));
    const cause = returnedText(lines, { amountKobo: 2_500_000 });
    desk().cases.set('loan:LN-2026-0001', loanPage({ sentence: `Needs a person: ${cause}.` }));
    const { page } = await browser.open({ url: `${desk().url}${CASE}` });
    const state = page.getByRole('status', { name: 'State of the case' });
    await state.getByText('Needs a person: ₦25,000.00 came back.', { exact: true }).waitFor();
    expect(await state.getByText('8165711358').isVisible()).toBe(false);
    await state.getByText('For the record').click();
    await state.getByText('the credit 88343704628165711358').waitFor();
  },
);

browserTest(
  'who closes a reconciliation sees each difference that is closed with it, and their sum',
  async () => {
    const loan = desk().cases.get('loan:LN-2026-0001')!;
    const command = {
      ...loan.commands[0]!,
      name: 'resolveAttention',
      summary: 'Close the differences',
      fields: [],
    };
    const facts = [{ name: 'unmatched', label: 'Differences', value: 2, kind: 'number' as const }];
    const of = { kind: 'reconciliation' as const, reference: 'RC-1', commands: [command], facts };
    desk().cases.set('reconciliation:RC-1', { ...loan, ...of });
    const { page } = await browser.open({ url: `${desk().url}/cases/reconciliation/RC-1` });
    await page.getByRole('button', { name: 'Close the differences' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByText('Sum of the differences').waitFor();
    await form.getByRole('row').filter({ hasText: 'TRX-88131' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
  },
);

browserTest('the differences follow each comparison of a reconciliation, the last one, too', async () => {
  const of = { ...loanPage(), kind: 'reconciliation' as const, reference: 'RC-1', facts: [] };
  desk().cases.set('reconciliation:RC-1', of);
  const { page } = await browser.open({ url: `${desk().url}/cases/reconciliation/RC-1` });
  const traced = (uniqueRef: string) => page.getByRole('row').filter({ hasText: uniqueRef });
  await traced('TRX-88131').waitFor();
  const compared = (uniqueRef: string) => {
    const { reference, report } = reconciliation();
    const accounts = report!.accounts.map((account) => ({
      ...account,
      differences: account.differences.map((difference) => ({ ...difference, uniqueRef })),
    }));
    desk().answers['/api/reconciliations/:reference'] = () => ({
      reference,
      report: { ...report, accounts },
    });
  };
  compared('TRX-2');
  await traced('TRX-2').first().waitFor();
  expect(await traced('TRX-88131').count()).toBe(0);
  compared('TRX-3');
  desk().cases.set('reconciliation:RC-1', { ...of, ended: true });
  await traced('TRX-3').first().waitFor();
});

browserTest('a timeline begins with the person who started the case', async () => {
  const started = { at: new Date().toISOString(), by: 'officer officer-9' };
  desk().cases.set('loan:LN-2026-0001', loanPage({ started, timeline: [] }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByRole('listitem').filter({ hasText: 'Started' }).getByText('officer-9').waitFor();
});

browserTest('the advice on a difference stands right after what it is about', async () => {
  const { page } = await browser.open({ url: `${desk().url}/reconciliation` });
  const row = page.getByRole('row').filter({ hasText: 'TRX-88131' });
  await row.getByRole('cell').first().getByText('Find out who ordered it').waitFor();
});

browserTest('on a phone the advice on a difference is in view', async () => {
  const { page } = await browser.open({ url: `${desk().url}/reconciliation`, screen: 'phone' });
  const advice = page.getByText('Ask the bank with the trace of the payout').first();
  await advice.scrollIntoViewIfNeeded();
  const box = (await advice.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect(await violationsOn(page)).toEqual([]);
});
