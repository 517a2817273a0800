import { formFieldsOf } from '../../src/desk/views/commands';
import { secondPerson } from '../../src/domain/case/agreement';
import { payoutCommands } from '../../src/domain/payout/commands';
import { browserTest, violationsOn } from '../support/web/browser';
import { deskPages } from '../support/web/desk-pages';
import { payoutApproval, proposal } from '../support/web/fixtures/lists';
import { loanPage } from '../support/web/fixtures/loan';

const { browser, desk } = deskPages();

const [DIGEST, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];
const [offered] = loanPage().commands;
const rows = secondPerson([]);

/** The commands that answer a proposal, with the digest that the desk gives their forms, if any. */
const answering = (digest?: string) =>
  (['confirmProposal', 'refuseProposal'] as const).map((name) => ({
    ...offered!,
    ...{ name, summary: rows[name].summary, ends: name === 'refuseProposal' },
    fields: formFieldsOf(rows[name], digest),
  }));

const proposed = (command: string, digest: string, proposedBy: string) => ({
  ...proposal(),
  ...{ reference: 'LN-2026-0001', command, digest, proposedBy, makers: [proposedBy] },
  ...{ instruction: `the content of ${command}`, allowed: proposedBy !== 'supervisor-1' },
});

/** Opens a loan with a proposal of another person before one of this person's own or of a third. */
async function openedWith(second: string, search = '') {
  const approvals = [
    proposed('Confirm the holder', DIGEST, 'ann'),
    proposed('Set the account', OTHER, second),
  ];
  desk().cases.set('loan:LN-2026-0001', loanPage({ approvals, commands: [...answering(), offered!] }));
  const { page, complaints } = await browser.open({
    url: `${desk().url}/cases/loan/LN-2026-0001${search}`,
  });
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  return { page, card, complaints };
}

browserTest(
  'each of two proposals of a case is answered from its own card, with its own digest',
  async () => {
    const { page, card, complaints } = await openedWith('ben');
    await card('Confirm the holder').getByRole('button', { name: rows.confirmProposal.summary }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    const list = card('What you may do now');
    await list.getByRole('button', { name: offered!.summary }).waitFor();
    expect(await list.getByRole('button', { name: /Proposal|proposed/ }).count()).toBe(0);
    const agree = card('Set the account').getByRole('button', { name: rows.confirmProposal.summary });
    expect(await agree.getAttribute('data-variant')).toBe('default');
    await agree.click();
    const form = page.getByRole('dialog');
    await form.getByText('the content of Set the account').waitFor();
    expect(await form.getByText('the content of Confirm the holder').count()).toBe(0);
    await form.getByRole('button', { name: 'Send the approval' }).click();
    await form.waitFor({ state: 'detached' });
    expect(desk().sent).toMatchObject([
      {
        path: '/api/cases/loan/LN-2026-0001/commands/confirmProposal',
        body: { fields: { expectedDigest: OTHER } },
      },
    ]);
    expect(complaints).toEqual([]);
  },
);

browserTest('who has proposed one of two withdraws that one', async () => {
  const { page, card } = await openedWith('supervisor-1');
  await card('Confirm the holder').getByRole('button', { name: rows.refuseProposal.summary }).waitFor();
  const own = card('Set the account');
  expect(await own.getByRole('button', { name: rows.confirmProposal.summary }).count()).toBe(0);
  await own.getByRole('button', { name: 'Withdraw what I have proposed' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('the content of Set the account').waitFor();
  await form.getByLabel(/^Reason/).selectOption('Withdrawn');
  await form.getByRole('button', { name: 'Withdraw it' }).click();
  await page.getByText('Withdrawn, it has no effect', { exact: false }).waitFor();
  expect(desk().sent).toMatchObject([{ body: { fields: { expectedDigest: OTHER } } }]);
});

browserTest('an address that does not say which of two proposals leads to their buttons', async () => {
  const { page, card } = await openedWith('ben', '?do=confirmProposal');
  const first = card('Confirm the holder').getByRole('button', { name: rows.confirmProposal.summary });
  await first.and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

browserTest('beside an open approval the form of a proposal shows the proposal, not the payout', async () => {
  const of = { kind: 'payout', reference: 'PO-1' } as const;
  const approvals = [payoutApproval(of), { ...proposed('Change the payout', OTHER, 'ann'), ...of }];
  const { approve: row } = payoutCommands;
  const { digest, reference } = approvals[0]!;
  const approve = { ...offered!, name: 'approve', summary: row.summary, fields: formFieldsOf(row, digest) };
  // Whatever digest the offered command has, the one of its proposal counts.
  const commands = [approve, ...answering(digest)];
  desk().cases.set('payout:PO-1', loanPage({ ...of, approvals, commands }));
  const { page } = await browser.open({ url: `${desk().url}/cases/payout/${reference}?do=confirmProposal` });
  const form = page.getByRole('dialog');
  await form.getByText('the content of Change the payout').waitFor();
  await form.getByRole('button', { name: 'Send the approval' }).click();
  await form.waitFor({ state: 'detached' });
  expect(desk().sent).toMatchObject([{ body: { fields: { expectedDigest: OTHER } } }]);
});

browserTest('what was rejected and is proposed once more waits for the same person again', async () => {
  const item = { ...proposed('Set the account', OTHER, 'ann') };
  desk().approvals = [item];
  desk().cases.set('loan:LN-2026-0001', loanPage({ approvals: [item], commands: answering(OTHER) }));
  const { page } = await browser.open({ url: `${desk().url}/approvals` });
  const row = page.getByRole('button', { name: /LN-2026-0001/ });
  await row.click();
  await page.keyboard.press('r');
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Reason/).selectOption('Wrong');
  await form.getByRole('button', { name: 'Send the rejection' }).click();
  await page.getByText('Nothing waits for you').waitFor();
  desk().approvals = [{ ...item, since: new Date(Date.now() + 1_000).toISOString() }];
  desk().tick();
  await row.waitFor();
  await page.getByText('1 case for you').waitFor();
});

browserTest(
  'of an approval that was changed while its card is open the card says so, and not that somebody has decided it',
  async () => {
    const changed = payoutApproval();
    desk().approvals = [changed];
    const { kind, reference } = changed;
    desk().cases.set(`${kind}:${reference}`, loanPage({ kind, reference, approvals: [changed] }));
    const { page } = await browser.open({ url: `${desk().url}/approvals` });
    await page.getByRole('button', { name: new RegExp(reference) }).click();
    await page.getByRole('region', { name: `Approval of ${reference}` }).waitFor();
    const now = { ...changed, digest: 'f'.repeat(64) };
    desk().approvals = [now];
    desk().cases.set(`${kind}:${reference}`, loanPage({ kind, reference, approvals: [now] }));
    desk().tick();
    await page.getByText('This has changed, and is shown as it was').waitFor();
    expect(await page.getByText('This has left the list').count()).toBe(0);
  },
);
