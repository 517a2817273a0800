import { violationsOn } from '../../support/web/browser';
import { LOANS } from '../../support/web/real-day/loans';
import { PAYOUTS } from '../../support/web/real-day/payouts';
import type { Day } from '../../support/web/real-day/tasks';

/** Every page of a supervisor, as the day has filled it. */
const PAGES = [
  '/',
  '/?tab=open',
  '/?tab=ended',
  '/approvals',
  '/payouts',
  '/payouts?kind=payout',
  '/payouts/new',
  '/batches/new',
  '/repayments',
  '/repayments?due=arrears',
  `/repayments/${LOANS.repaying}`,
  '/reconciliation',
  '/health',
  '/loans/new',
  '/given',
  '/audit',
  `/audit?case=payout:${PAYOUTS.paid}`,
  ...[...Object.values(LOANS).flat()].map((reference) => `/cases/loan/${reference}`),
  ...Object.values(PAYOUTS).map((reference) => `/cases/payout/${reference}`),
  '/cases/batch/BT-SEED-1',
] as const;

/** axe on every page, at two widths and in both colours; each page that it finds something on is told with what. */
export function accessibility(day: Day): void {
  for (const screen of ['wide', 'phone'] as const)
    for (const scheme of ['light', 'dark'] as const)
      day.check(`axe finds nothing on any page of the day, ${screen} and ${scheme}`, async ({ as }) => {
        const { page, url } = await as('supervisor', { screen, scheme });
        const found: Record<string, string[]> = {};
        for (const path of PAGES) {
          await page.goto(`${url}${path}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page
            .getByText(/^Loading/)
            .first()
            .waitFor({ state: 'detached' });
          const violations = await violationsOn(page);
          if (violations.length > 0) found[path] = violations;
        }
        expect(found).toEqual({});
      });
}
