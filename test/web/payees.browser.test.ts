import type { ApprovalItem, BatchPayees } from '../../src/desk/contract';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval } from '../support/web/fixtures/lists';
import { readThrough } from '../support/web/person';

const { browser, desk } = deskPages();

const ALIKE = [
  { kind: 'payout' as const, reference: 'PO-0', stageTitle: 'Paid', on: '2026-11-20T09:00:00.000Z' },
];

/** The page of a batch that pays one account for each of these rows. */
async function openedBatch(...rows: Partial<BatchPayees['rows'][number]>[]) {
  const { cases, answers } = desk();
  const of = { kind: 'batch', reference: 'BT-2026-0009', stage: 'PAYING', stageTitle: 'Paying' } as const;
  cases.set('batch:BT-2026-0009', { ...cases.get('loan:LN-2026-0001')!, ...of });
  answers['/api/batches/:reference/payees'] = () => ({
    reference: 'BT-2026-0009',
    rows: rows.map((more, place) => ({
      ...{ row: place + 1, reference: `PO-${place + 1}`, amountKobo: 9_000_00, remark: 'Rent', isNew: false },
      ...{ givenName: 'ADA EZE', bankCode: '901', bankName: 'Almond Bank', account: '0123456789' },
      ...more,
    })),
  });
  const { page } = await browser.open({ url: `${desk().url}/cases/batch/BT-2026-0009` });
  const payees = page.getByRole('region', { name: 'Payees' });
  return { page, rowOf: (row: number) => payees.getByRole('row').nth(row), payees };
}

browserTest(
  'a row that repeats another row or an earlier payment says so, and such rows are shown alone',
  async () => {
    const { page, rowOf, payees } = await openedBatch({}, { repeats: 1 }, { alike: ALIKE });
    await rowOf(2).getByText('Same account and amount as row 1').waitFor();
    await rowOf(3).getByText('₦9,000.00 to this account also:', { exact: false }).waitFor();
    expect(await rowOf(3).getByRole('link').getAttribute('href')).toBe('/cases/payout/PO-0');
    expect(await rowOf(1).getByText('account and amount').count()).toBe(0);
    await payees.getByLabel('Only rows like another row or a payment of the last 30 days (2)').check();
    expect(await payees.getByRole('row').count()).toBe(3);
    expect(await violationsOn(page)).toEqual([]);
  },
);

browserTest('the results of a batch tell in words why rows were left out', async () => {
  desk().answers['/api/batches/:reference/results'] = () => ({
    ...{ reference: 'BT-2026-0009', counts: { EXCLUDED: 2 } },
    rows: ['WRONG_BENEFICIARY', 'DUPLICATE'].map((reason, place) => ({
      ...{ row: place + 1, reference: `PO-${place + 1}`, amountKobo: 9_000_00, reason },
      ...{ status: 'EXCLUDED', about: 'left out by a person' },
    })),
  });
  const { page } = await openedBatch({});
  const results = page.getByRole('table', { name: 'Rows of the batch' });
  await results.getByRole('cell', { name: 'Wrong beneficiary', exact: true }).waitFor();
  await results.getByRole('cell', { name: 'Duplicate', exact: true }).waitFor();
});

const LIKE = {
  ...{ repeats: 1, isNew: true, alike: ALIKE, amountKobo: 100_00 },
  ...{ givenName: 'BOLA MUSA', nameVerdict: 'match', resolvedName: 'BOLA MUSA' },
} as const;

/** The form that approves a batch of these rows, on a phone. */
async function approving(...rows: Partial<BatchPayees['rows'][number]>[]) {
  await openedBatch(...rows);
  const { source, digest, roles, makers, since } = payoutApproval();
  const approval: ApprovalItem = {
    ...{ kind: 'batch', reference: 'BT-2026-0009', what: 'case', agree: 'approve', refuse: 'reject' },
    ...{ digest, roles, makers, since, source, confirmations: '0 of 1', approvers: [], rows: rows.length },
    ...{ amountKobo: 540_100_00, allowed: true, freshLogin: false },
  };
  desk().approvals = [approval];
  const shown = desk().cases.get('batch:BT-2026-0009')!;
  const approve = { ...shown.commands[0]!, name: 'approve', summary: 'Approve the whole batch', fields: [] };
  desk().cases.set('batch:BT-2026-0009', { ...shown, approvals: [approval], commands: [approve] });
  const { page } = await browser.open({ url: `${desk().url}/approvals`, screen: 'phone' });
  await page.clock.install();
  await page.getByRole('button', { name: /BT-2026-0009/ }).click();
  await page.getByRole('button', { name: 'Approve the whole batch' }).click();
  const form = page.getByRole('dialog', { name: 'Approve the whole batch' });
  return {
    ...{ page, form, first: form.getByRole('table', { name: 'To look at first' }) },
    send: form.getByRole('button', { name: 'Send the approval' }),
  };
}

browserTest('a row like an earlier payment must be seen before its batch is approved', async () => {
  const accepted = { by: 'maker-1', why: 'CHECKED_WITH_BENEFICIARY', note: 'Called' };
  const close = { nameVerdict: 'close', resolvedName: 'ADAEZE', accepted, bankName: 'Dune Savings Bank' };
  const others = Array.from({ length: 60 }, () => close);
  const { page, form, first, send } = await approving(...others, LIKE);
  await form.getByText('0 of 61 names differ, 60 more are only close').waitFor();
  expect(await first.getByRole('row').count()).toBe(2);
  await form
    .getByText(/1 of 61 rows like another row or payment: BOLA MUSA ₦100.00; 60 of 61 names only close/)
    .waitFor();
  await readThrough(first);
  await send.and(form.locator(':enabled')).waitFor();
  // The green button is for what nobody need doubt.
  expect(await send.getAttribute('data-variant')).toBe('default');
  const cut = `[...document.querySelectorAll('.table-frame')]
    .flatMap(({ scrollWidth, clientWidth }) => (scrollWidth > clientWidth ? [[scrollWidth, clientWidth]] : []))`;
  expect(await page.evaluate(cut)).toEqual([]);
});

browserTest('a row that is like an earlier payment only later must be seen, too', async () => {
  const { page, form, first, send } = await approving(LIKE, ...Array.from({ length: 20 }, () => ({})));
  await readThrough(first);
  await send.and(form.locator(':enabled')).waitFor();
  const before = desk().answers['/api/batches/:reference/payees']!() as BatchPayees;
  const rows = before.rows.map((row) => ({ ...row, alike: ALIKE }));
  desk().answers['/api/batches/:reference/payees'] = () => ({ ...before, rows });
  await page.clock.fastForward(6_000);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await form.getByText('21 rows like another row or an earlier payment', { exact: false }).waitFor();
  await send.and(form.locator(':disabled')).waitFor();
  await readThrough(first);
  await send.and(form.locator(':enabled')).waitFor();
});

browserTest('who agrees to rows in question sees whom they pay', async () => {
  await openedBatch({}, { nameVerdict: 'mismatch', resolvedName: 'ZAINAB BELLO' });
  const { source, digest, roles, makers, since } = payoutApproval();
  const proposal: ApprovalItem = {
    ...{ kind: 'batch', reference: 'BT-2026-0009', what: 'proposal' },
    ...{ agree: 'confirmProposal', refuse: 'refuseProposal' },
    ...{ digest, roles, makers, since, source, confirmations: '0 of 1', approvers: [] },
    ...{ command: 'Pay rows in spite of what was found about them', changes: [{ name: 'rows', to: '2' }] },
    ...{ amountKobo: 540_100_00, allowed: true, freshLogin: false },
  };
  desk().approvals = [proposal];
  const shown = desk().cases.get('batch:BT-2026-0009')!;
  desk().cases.set('batch:BT-2026-0009', { ...shown, approvals: [proposal] });
  const { page } = await browser.open({ url: `${desk().url}/approvals` });
  await page.getByRole('button', { name: /BT-2026-0009/ }).click();
  const rows = page.getByRole('table', { name: 'Rows of this proposal' });
  await rows.getByText('ZAINAB BELLO').waitFor();
  expect(await rows.getByRole('row').count()).toBe(2);
  expect(await violationsOn(page)).toEqual([]);
});
