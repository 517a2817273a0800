import type { Borrower } from '../../src/desk/contract';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { loanPage } from '../support/web/fixtures/loan';
import { administrator } from '../support/web/fixtures/session';
import { send } from '../support/web/person';

const { browser, desk } = deskPages();

const CASE = '/cases/loan/LN-2026-0001';

browserTest(
  'an administrator comes to the people, not to the queue, and ends all sessions of one',
  async () => {
    desk().session = administrator();
    const { page, complaints } = await browser.open({ url: desk().url });
    const row = page.getByRole('row', { name: /Ola Officer/ });
    await row.getByRole('cell', { name: /^Officer\s*branch ikeja$/ }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByText('Queue').count()).toBe(0);
    await row.getByRole('button', { name: 'End all sessions of Ola Officer' }).click();
    await row.getByText('Ended: 2').waitFor();
    expect(desk().sent).toMatchObject([{ path: '/api/sessions/end', body: { subject: 'officer-7' } }]);
    await page.getByRole('row', { name: /person-forgotten/ }).waitFor();
    await page.getByRole('row', { name: /key-of-the-desk/ }).waitFor();
    // What is asked for its lists and was refused would stand there as a desk that does not answer.
    expect(await page.getByText('The desk does not answer').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  'who looks after a case is chosen by name from the people who may act on it, by role and branch',
  async () => {
    const { page } = await browser.open({ url: `${desk().url}${CASE}?do=assign` });
    const choice = page.getByRole('dialog').getByLabel('Assignee');
    await choice
      .locator('option', { hasText: 'Ola Officer (officer, ikeja)' })
      .waitFor({ state: 'attached' });
    await choice.locator('option', { hasText: 'Ada Approver' }).waitFor({ state: 'detached' });
    await page.getByText('A person who has logged in at the desk').waitFor();
    expect(await choice.locator('option').allTextContents()).toEqual([
      'Choose',
      'Ola Officer (officer, ikeja)',
    ]);
    await choice.selectOption({ label: 'Ola Officer (officer, ikeja)' });
    await send(page, 'Say who looks after this case');
    expect(desk().sent).toMatchObject([{ body: { fields: { assignee: 'officer-7' } } }]);
  },
);

browserTest('people stand on a case by their names, and the id that acts keep is in the title', async () => {
  const at = new Date().toISOString();
  desk().cases.set(
    'loan:LN-2026-0001',
    loanPage({
      assignee: 'officer-7',
      timeline: [
        { at, by: 'approver approver-1', what: 'Refuse it' },
        { at, by: 'officer unknown-9', what: 'Add a note' },
        { at, by: 'system', what: 'Offer' },
      ],
    }),
  );
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByText('Looked after by Ola Officer').waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Ada Approver (approver), ').waitFor();
  expect(await timeline.getByText('Ada Approver', { exact: true }).getAttribute('title')).toBe('approver-1');
  await timeline.getByText('unknown-9 (officer), ').waitFor();
});

browserTest('who looks after a loan in repayment stands in the list by name', async () => {
  const { page } = await browser.open({ url: `${desk().url}/repayments` });
  const name = page.getByRole('row', { name: /LN-2026-0007/ }).getByTitle('officer-7');
  expect(await name.textContent()).toBe('Ola Officer');
});

const borrower: Borrower = {
  ...{ name: 'Tess Borrower', phone: '08030000000', address: '1 Allen Avenue, Ikeja' },
  ...{ bvn: '…001', nin: '…002', dateOfBirth: '1990-02-28', mayReveal: true },
};

browserTest('a BVN is shown in full on a press, and hidden again on another', async () => {
  desk().cases.set('loan:LN-2026-0001', loanPage({ borrower }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  const card = page.getByRole('region', { name: 'Borrower' });
  await card.getByText('…001').waitFor();
  await card.getByRole('button', { name: /^Show the BVN/ }).click();
  await card.getByText('99999901001').waitFor();
  await card.getByText('…002').waitFor();
  expect(desk().sent).toMatchObject([{ body: { number: 'bvn' } }]);
  expect(await violationsOn(page)).toEqual([]);
  await card.getByRole('button', { name: 'Hide' }).click();
  await card.getByText('…001').waitFor();
});

browserTest('where the desk does not allow it, no press shows a BVN', async () => {
  desk().cases.set('loan:LN-2026-0001', loanPage({ borrower: { ...borrower, mayReveal: false } }));
  const { page } = await browser.open({ url: `${desk().url}${CASE}` });
  await page.getByText('…001').waitFor();
  expect(await page.getByRole('button', { name: /^Show the/ }).count()).toBe(0);
});
