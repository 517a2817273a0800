import type { BatchPayees } from '../../src/desk/contract';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

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
    const alike = [
      { kind: 'payout' as const, reference: 'PO-0', stageTitle: 'Paid', on: '2026-11-20T09:00:00.000Z' },
    ];
    const { page, rowOf, payees } = await openedBatch({}, { repeats: 1 }, { alike });
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
