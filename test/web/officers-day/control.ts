import { readFileSync } from 'node:fs';
import { titleOf } from '../../support/web/real-day/hand';
import { LOANS } from '../../support/web/real-day/loans';
import { PAYOUTS } from '../../support/web/real-day/payouts';
import type { Day } from '../../support/web/real-day/tasks';

const CHARGE = titleOf('loan', 'chargeNow');
const CONFIRM = titleOf('loan', 'confirmProposal');
const CLOSE = titleOf('reconciliation', 'resolveAttention');

/** What supervisors do in a day, and what two people do together. */
export function controlTasks(day: Day): void {
  day.task(
    18,
    'an officer works the arrears of the morning by one key a call',
    9,
    async ({ as, sandboxUrl }) => {
      const officer = await as('officer');
      const { page } = officer;
      await officer.go('Repayments');
      await officer.press(
        page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: /^Arrears/ }),
      );
      const rows = page.getByRole('table', { name: 'Loans in repayment' });
      const late = rows.getByRole('row').filter({ hasText: LOANS.late });
      await late.waitFor({ timeout: 400_000 });
      await late.getByRole('link', { name: /^0803/ }).waitFor();
      await late.getByRole('cell', { name: /^₦[\d,.]+\s*\d+ days? late$/ }).waitFor();
      await late.getByRole('link', { name: LOANS.late, exact: true }).focus();
      await officer.key('n');
      await late.getByText('Called: no answer').waitFor();
      await rows.getByRole('link', { name: LOANS.promised, exact: true }).focus();
      await officer.key('p');
      const form = page.getByRole('dialog', { name: `${LOANS.promised}: promised to pay` });
      const soon = (await businessNow(sandboxUrl)) + 5 * DAY_MS;
      await officer.fill(form.getByLabel(/^Will pay on/), new Date(soon).toISOString().slice(0, 10));
      await officer.press(form.getByRole('button', { name: /^Send/ }));
      await form.waitFor({ state: 'detached' });
      await rows
        .getByRole('row')
        .filter({ hasText: LOANS.promised })
        .getByText(/promised for/)
        .waitFor();
    },
  );

  day.task(19, 'an officer charges what is due, once a second person has agreed', 10, async ({ as }) => {
    const [officer, supervisor] = [await as('officer'), await as('supervisor')];
    await officer.find(LOANS.charged, LOANS.charged);
    await officer.state
      .getByText(/arrears/i)
      .first()
      .waitFor({ timeout: 400_000 });
    await officer.send(await officer.open(CHARGE), CHARGE);
    await supervisor.find(LOANS.charged, LOANS.charged);
    await supervisor.page.getByRole('region', { name: CHARGE }).waitFor();
    await supervisor.send(await supervisor.open(CONFIRM), CONFIRM);
    const timeline = officer.page.getByRole('region', { name: 'Timeline' });
    await timeline
      .getByText(/for the instalment due on .*: charged$/)
      .first()
      .waitFor();
  });

  day.task(
    20,
    'a supervisor closes a difference that a night has found, with evidence',
    5,
    async ({ as }) => {
      const supervisor = await as('supervisor');
      await supervisor.go('Reconciliation');
      await supervisor.page.getByText('₦77,777.00').first().waitFor();
      const open = supervisor.page.getByRole('table', { name: 'Reconciliations' });
      await supervisor.press(open.getByRole('link', { name: /nightly/ }).first());
      const form = await supervisor.open(CLOSE);
      await supervisor.choose(form.getByLabel(/^Outcome/), 'Explained');
      await supervisor.fill(form.getByLabel(/^Evidence/), 'Ticket 17 at the bank');
      await supervisor.send(form, CLOSE);
      await supervisor.state.getByText('Differences resolved by a person', { exact: true }).waitFor();
    },
  );

  day.task(
    21,
    'a supervisor takes the payouts and the loans of a month as files in naira',
    8,
    async ({ as }) => {
      const supervisor = await as('supervisor');
      const { page } = supervisor;
      const filters = page.getByRole('search', { name: 'Filters' });
      const link = page.getByRole('link', { name: 'Download as CSV' });
      const file = async (tab: RegExp, kind: string, day: string) => {
        const list = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: tab });
        await supervisor.press(list);
        await list.and(page.locator('[aria-current=page]')).waitFor();
        await supervisor.choose(filters.getByLabel('Kind'), kind);
        const from = filters.getByLabel('From day');
        if (!(await from.isVisible())) await supervisor.press(filters.getByText('More filters'));
        await supervisor.choose(filters.getByLabel('Day of'), day);
        await supervisor.fill(from, '2020-01-01');
        await supervisor.press(filters.getByRole('button', { name: 'Apply' }));
        await link.and(page.locator(`[href*="kind=${kind.toLowerCase()}"]`)).waitFor();
        const [download] = await Promise.all([page.waitForEvent('download'), supervisor.press(link)]);
        return readFileSync(await download.path(), 'utf8')
          .trim()
          .split(/\r?\n/);
      };
      const [columns = '', ...payouts] = await file(/^Ended/, 'Payout', 'The end');
      for (const name of ['amount', 'fee', 'bank', 'bankReference', 'ended']) expect(columns).toContain(name);
      expect(payouts.find((line) => line.includes(PAYOUTS.paid))).toContain('25000.00');
      const [, ...loans] = await file(/^All\s*\d*$/, 'Loan', 'The disbursement');
      expect(loans.length).toBeGreaterThanOrEqual(5);
    },
  );

  day.task(
    22,
    'an auditor reads who approved a payout, by name, and checks every chain',
    5,
    async ({ as }) => {
      const auditor = await as('auditor');
      const { page } = auditor;
      await auditor.go('Audit');
      const filters = page.getByRole('search', { name: 'Filters' });
      await auditor.fill(filters.getByLabel('Case'), PAYOUTS.approved);
      await auditor.press(filters.getByRole('button', { name: 'Show' }));
      const entries = page.getByRole('main').getByRole('row').filter({ hasText: 'Ada Approver' });
      await entries.first().waitFor();
      await auditor.press(page.getByRole('button', { name: 'Check that nothing was changed' }));
      await page.getByText('Nothing was changed, and nothing is missing.').waitFor({ timeout: 120_000 });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        auditor.press(page.getByRole('link', { name: 'Download as CSV' })),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toContain(PAYOUTS.approved);
    },
  );

  day.task(
    23,
    'an administrator sees people, their sessions and the policy, and ends one’s',
    2,
    async ({ as }) => {
      const [administrator, other] = [await as('administrator'), await as('other-officer')];
      const row = administrator.page.getByRole('row', { name: /Bisi Officer/ });
      await row.getByRole('cell', { name: /^Officer\s*branch kano$/ }).waitFor();
      await administrator.page.getByRole('table', { name: 'Policies' }).getByRole('row').nth(1).waitFor();
      await administrator.press(row.getByRole('button', { name: 'End all sessions of Bisi Officer' }));
      await row.getByRole('cell', { name: 'no', exact: true }).waitFor();
      await other.page.getByRole('dialog', { name: 'Logged out' }).waitFor();
    },
  );
}

const DAY_MS = 86_400_000;

/** The present instant by the clock of the bank, in milliseconds. */
async function businessNow(sandboxUrl: string): Promise<number> {
  const { now } = (await (await fetch(`${sandboxUrl}/_sandbox/clock`)).json()) as { now: string };
  return Date.parse(now);
}
