import { formFieldsOf } from '../../src/desk/views/commands';
import { kinds } from '../../src/domain/kinds';
import { payoutApproval } from '../support/web/fixtures/lists';
import { approvingAt, summary } from '../support/web/approving';
import { browserTest } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';

const { browser, desk } = deskPages();

const approving = approvingAt(browser, desk);

browserTest(
  'an open form says at once that somebody holds the payout back now, and is sent once its person went on with that',
  async () => {
    const { form, tell, payout } = await approving();
    expect(await form.getByText(/^Held back by/).count()).toBe(0);
    tell({ changes: 1, payout: { ...payout, held: { by: 'operator-2', why: 'SUSPECTED_FRAUD' } } });
    await form.getByText(/^Held back by .+: Suspected fraud\.$/).waitFor();
    const sends = form.getByRole('button', { name: 'Send the approval' });
    expect(await sends.isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Go on' }).click();
    await sends.click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toMatchObject([{ body: { expectedChanges: 1 } }]);
  },
);

browserTest(
  'a form whose payout was held back sends nothing after a release before its person went on with that',
  async () => {
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    const { form, tell, payout } = await approving();
    const goOn = form.getByRole('button', { name: 'Go on' });
    tell({ changes: 1, payout: { ...payout, held } });
    await goOn.click();
    tell({ changes: 1, payout: { ...payout, held: { ...held, releasedBy: 'operator-2' } } });
    await form.getByRole('alert').getByText('This has changed since the form was opened').waitFor();
    const sends = form.getByRole('button', { name: 'Send the approval' });
    expect(await sends.isDisabled()).toBe(true);
    await goOn.click();
    await sends.click();
    await form.waitFor({ state: 'detached' });
  },
);

browserTest(
  'an open form says at once that what it shows was changed, sends nothing, and leads to the case',
  async () => {
    const { form, tell, item } = await approving();
    tell({ approvals: [{ ...item, amountKobo: 100, digest: 'b'.repeat(64) }] });
    await form
      .getByRole('alert')
      .getByText('What this form shows does not wait for approval any more', { exact: false })
      .waitFor();
    await form.getByRole('button', { name: 'Look at it again' }).click();
    await form.waitFor({ state: 'detached' });
    expect(form.page().url()).toMatch(new RegExp(`/cases/payout/${item.reference}$`));
    expect(desk().sent).toEqual([]);
  },
);

browserTest.each([
  ['approved', { command: 'approve', summary: 'Approve the payout', digest: payoutApproval().digest }],
  ['rejected', { command: 'reject', summary: 'Reject the payout' }],
])('an open form says at its top who has %s meanwhile, and when', async (_, decided) => {
  const { form, tell } = await approving();
  const by = { by: 'approver-1', role: 'approver', at: '2030-01-01T09:00:00.000Z', freshLogin: false };
  tell({ approvals: [], decisions: [{ ...decided, ...by }] });
  const note = form.getByRole('note').filter({ hasText: 'Nothing was sent from this form' });
  await note.getByText(`Ada Approver (approver): “${decided.summary}”`, { exact: false }).waitFor();
  await note.getByText('1 Jan 2030', { exact: false }).waitFor();
  const top = async (shown: typeof note) => (await shown.boundingBox())!.y;
  expect(await top(note)).toBeLessThan(await top(form.getByText('₦2,500,000.00').first()));
});

browserTest(
  'on the page of the case an approval of what was changed meanwhile goes on with what stands there now',
  async () => {
    const { form, tell, item, payout } = await approving();
    const page = form.page();
    const [approve] = desk().cases.get(`payout:${item.reference}`)!.commands;
    const of = (digest: string, changes: number) => ({
      changes,
      commands: [{ ...approve!, fields: formFieldsOf(kinds.payout.commands.approve!, digest) }],
    });
    tell(of(item.digest, 0));
    await page.goto(`${desk().url}/cases/payout/${item.reference}?do=approve`);
    await form.getByText('₦2,500,000.00').first().waitFor();
    await form.getByLabel('Note').fill('Invoice seen');
    const changed = { ...item, amountKobo: 100, digest: 'b'.repeat(64) };
    tell({ ...of(changed.digest, 1), approvals: [changed], payout: { ...payout, amountKobo: 100 } });
    await form.getByRole('alert').getByText('This has changed since the form was opened').waitFor();
    expect(await form.getByRole('alert').count()).toBe(1);
    expect(await form.getByRole('button', { name: 'Look at it again' }).count()).toBe(0);
    await form.getByRole('button', { name: 'Go on' }).click();
    await form.getByText('₦1.00').first().waitFor();
    await form.getByRole('button', { name: 'Send the approval' }).click();
    await form.waitFor({ state: 'detached' });
    const fields = { expectedDigest: changed.digest };
    expect(desk().sent).toMatchObject([{ body: { fields, expectedChanges: 1, note: 'Invoice seen' } }]);
  },
);

browserTest(
  'among the approvals a form for the same proposal goes on with the case as it is now, not as it was',
  async () => {
    const { form, tell, item, payout } = await approving();
    // The digest of a proposal does not cover the payout's amount.
    tell({ changes: 1, approvals: [{ ...item, amountKobo: 100 }], payout: { ...payout, amountKobo: 100 } });
    await form.getByRole('button', { name: 'Go on' }).click();
    await form.getByText('₦1.00').first().waitFor();
    expect(await form.getByText('₦2,500,000.00').count()).toBe(0);
  },
);

browserTest(
  'on the page of the case a form for what was approved and sent meanwhile leads back to the case',
  async () => {
    const { form, tell, item } = await approving();
    const page = form.page();
    const [approve] = desk().cases.get(`payout:${item.reference}`)!.commands;
    const fields = formFieldsOf(kinds.payout.commands.approve!, item.digest);
    const command = { ...approve!, fields };
    tell({ changes: 0, commands: [command] });
    await page.goto(`${desk().url}/cases/payout/${item.reference}?do=approve`);
    await form.getByLabel('Note').fill('Invoice seen');
    tell({ changes: 1, commands: [{ ...command, allowed: false }], approvals: [], stageTitle: 'Sending' });
    await form.getByRole('button', { name: 'Look at it again' }).click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toEqual([]);
  },
);

browserTest(
  'an open form says that somebody else has decided, also after a send that did not go out',
  async () => {
    const { form, tell } = await approving();
    await form.page().context().setOffline(true);
    await form.getByRole('button', { name: 'Send the approval' }).click();
    await form.getByText('You are offline: nothing was sent.').waitFor();
    tell({ approvals: [] });
    await form.page().context().setOffline(false);
    await form
      .getByRole('alert')
      .getByText('What this form shows does not wait for approval any more', { exact: false })
      .waitFor();
    expect(desk().sent).toEqual([]);
  },
);

browserTest('on a phone a second tap on the button that sends opens nothing that lies below', async () => {
  desk().approvals = Array.from({ length: 20 }, (_, place) => ({
    ...payoutApproval(),
    reference: `PO-2026-04${20 + place}`,
  }));
  const { form } = await approving('phone');
  const page = form.page();
  const sends = form.getByRole('button', { name: 'Send the approval' });
  await sends.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await sends.boundingBox())!;
  const place = [x + width / 2, y + height / 2] as const;
  await page.mouse.click(...place);
  await form.waitFor({ state: 'detached' });
  await page.mouse.click(...place);
  await page.getByRole('log', { name: 'Receipts' }).getByText('Accepted').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

browserTest(
  'on a phone the line at the button says what speaks against it, and no button invites',
  async () => {
    const { form, tell, payout } = await approving('phone');
    tell({ payout: { ...payout, held: { by: 'operator-2', why: 'SUSPECTED_FRAUD' } } });
    await form.getByText('but it is held back: Suspected fraud', { exact: false }).waitFor();
    const sends = form.getByRole('button', { name: 'Send the approval' });
    expect(await sends.getAttribute('data-variant')).toBe('default');
  },
);

browserTest(
  'who made a payout that somebody else holds back is told so in the form that releases it, and is not offered it',
  async () => {
    const { form, tell, item, payout } = await approving();
    const { cases } = desk();
    const { commands, waiting } = cases.get('loan:LN-2026-0001')!;
    const [command] = commands;
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    tell({
      commands: [{ ...command!, name: 'release', summary: 'Release it', fields: [] }],
      payout: { ...payout, held, makers: ['supervisor-1'] },
      waiting: { ...waiting!, for: 'RELEASE', about: 'a release', toDo: 'release, once it is clear.' },
    });
    const page = form.page();
    await page.goto(`${desk().url}/cases/payout/${item.reference}?do=release`);
    const why = 'you made or changed it: another person releases it';
    await page.getByRole('dialog').getByText(why, { exact: false }).waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close without sending' }).click();
    await page.getByText('There is nothing that you may do to this case now.').waitFor();
    await page.getByText('1 command that you may not give now').click();
    await page.getByText(why, { exact: false }).waitFor();
    await page.getByText('For others to do:', { exact: false }).waitFor();
  },
);

browserTest(
  'the form that releases a payout is for what it shows: a change is told, and nothing goes out before Go on',
  async () => {
    const { form, tell, item } = await approving();
    const { digest: _ofTheApproval, ...payout } = payoutApproval();
    const { commands } = desk().cases.get('loan:LN-2026-0001')!;
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    const release = {
      commands: [{ ...commands[0]!, name: 'release', summary: 'Release it', fields: [] }],
      approvals: [],
    };
    tell({ ...release, changes: 0, payout: { ...payout, held } });
    const page = form.page();
    await page.goto(`${desk().url}/cases/payout/${item.reference}?do=release`);
    const dialog = page.getByRole('dialog');
    const sends = dialog.getByRole('button', { name: 'Send', exact: true });
    await sends.and(dialog.locator(':enabled')).waitFor();
    const other = { resolvedName: 'CHIDI EFE OKAFOR', beneficiaryAccount: '0123456702' };
    tell({ ...release, changes: 1, payout: { ...payout, ...other, held } });
    await dialog.getByRole('alert').getByText('This has changed since the form was opened').waitFor();
    expect(await sends.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByText('CHIDI EFE OKAFOR').first().waitFor();
    await sends.click();
    await page
      .getByRole('log', { name: 'Receipts' })
      .getByText(/to CHIDI EFE OKAFOR.*Accepted\./)
      .waitFor();
    expect(desk().sent).toMatchObject([{ body: { expectedChanges: 1 } }]);
    const changed = { at: '2099-01-01T00:00:00.000Z', by: 'system', what: 'x', note: 'changed: the remark' };
    tell({ ...release, changes: 2, payout: { ...payout, held }, timeline: [changed] });
    await page.getByRole('log', { name: 'Receipts' }).getByText('It was changed since').waitFor();
  },
);

browserTest(
  'the form that releases a payout says what follows: it is sent, it waits for people, or its checks go on',
  async () => {
    const { form, tell, item, payout } = await approving();
    const { commands } = desk().cases.get('loan:LN-2026-0001')!;
    const held = { by: 'operator-2', why: 'SUSPECTED_FRAUD' };
    const release = {
      commands: [{ ...commands[0]!, name: 'release', summary: 'Release it', fields: [] }],
      payout: { ...payout, held },
    };
    tell(release);
    const page = form.page();
    await page.goto(`${desk().url}/cases/payout/${item.reference}?do=release`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('After the release it still waits: one more person must approve it.').waitFor();
    tell({ ...release, approvals: [], stage: 'APPROVED' });
    await dialog.getByText('After the release it goes on to be sent.').waitFor();
    tell({ ...release, approvals: [], stage: 'PREPARING' });
    await dialog.getByText('After the release its checks go on; an approval may follow.').waitFor();
  },
);

browserTest('the page of a case asks no more for the decision that was just taken', async () => {
  const { form, tell, item, payout } = await approving();
  const page = form.page();
  await page.goto(`${desk().url}/cases/payout/${item.reference}?do=approve`);
  const state = page.getByRole('status', { name: 'State of the case' });
  await state.getByText('Waits for an answer', { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the approval' }).click();
  await state.getByText(`Your “${summary}” was taken; the page is being brought up to date.`).waitFor();
  expect(await state.getByText(/Waits for|What to do/).count()).toBe(0);
  tell({ approvals: [], payout, commands: [], sentence: 'It is being sent.' });
  await state.getByText('It is being sent.').waitFor();
});

browserTest('the browser asks before it leaves a page with a note that nobody has sent', async () => {
  const { form } = await approving();
  const page = form.page();
  const note = form.getByRole('textbox', { name: /^Note/ });
  await note.fill('Seen the invoice');
  const asked = page.waitForEvent('dialog');
  void page.evaluate('location.reload()');
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  expect(await note.inputValue()).toBe('Seen the invoice');
  await note.fill('');
});
