import { readFileSync } from 'node:fs';
import { LOANS, REJECTED } from '../../support/web/real-day/loans';
import { titleOf } from '../../support/web/real-day/hand';
import type { Day } from '../../support/web/real-day/tasks';
import { fillLoan } from '../../support/web/real-day/walk-in';

const ACCEPT = titleOf('loan', 'acceptOffer');
const NOTE = titleOf('loan', 'addNote');
const DECLINE = titleOf('loan', 'declineOffer');
const HAND_IN = titleOf('loan', 'submitBoardResolution');
const PDF = 'examples/documents/board-resolution.pdf';

/** What loan officers do in a day. */
export function lendingTasks(day: Day): void {
  day.task(1, 'an officer finds a loan by the surname, and reads why it waits', 3, async ({ as }) => {
    const officer = await as('officer');
    await officer.find(`${REJECTED.firstName} danjuma`, LOANS.rejected);
    await officer.state.getByText(/KYC/).first().waitFor();
  });

  day.task(2, 'an officer finds a borrower by phone, BVN, e-mail and name', 8, async ({ as }) => {
    const officer = await as('officer');
    for (const words of [REJECTED.phone, REJECTED.bvn, REJECTED.email, REJECTED.lastName]) {
      await officer.key('Control+k');
      const palette = officer.page.getByRole('dialog');
      await officer.fill(palette.getByRole('textbox', { name: 'Search and commands' }), words);
      await palette.getByText(LOANS.rejected, { exact: true }).waitFor();
      await officer.key('Escape');
      await palette.waitFor({ state: 'detached' });
    }
  });

  day.task(3, 'an officer corrects a BVN that was rejected, seeing which one was sent', 5, async ({ as }) => {
    const officer = await as('officer');
    await officer.find(LOANS.rejected, LOANS.rejected);
    await officer.page.getByText(REJECTED.bvn.slice(-3)).first().waitFor();
    await officer.page.getByRole('link', { name: REJECTED.phone }).waitFor();
    const form = await officer.open(titleOf('loan', 'correctCustomer'));
    await officer.fill(form.getByLabel('BVN'), '22100001001');
    await officer.send(form, titleOf('loan', 'correctCustomer'));
    await officer.state.getByText('Offer', { exact: true }).waitFor();
  });

  day.task(4, 'an officer asks again for a statement that could not be had', 5, async ({ as }) => {
    const officer = await as('officer');
    const again = titleOf('loan', 'correctBankStatement');
    await officer.find(LOANS.statement, LOANS.statement);
    const form = await officer.open(again);
    await officer.fill(form.getByLabel(/^Bank code/), '901');
    await officer.fill(form.getByLabel(/^Account number/), '0123456780');
    await officer.send(form, again);
    await officer.state.getByText('Offer', { exact: true }).waitFor();
  });

  day.task(
    5,
    'an officer gives four files, learns which two are not taken and why, and hands one in',
    7,
    async ({ as }) => {
      const officer = await as('officer');
      await officer.find(LOANS.resolution, LOANS.resolution);
      await officer.files('Drop documents here', [
        { name: 'resolution.pdf', mimeType: 'application/pdf', buffer: readFileSync(PDF) },
        {
          name: 'card.png',
          mimeType: 'image/png',
          buffer: readFileSync('examples/documents/identity-card.png'),
        },
        { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no document at all') },
        { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11_000_000, '%PDF-1.7 ') },
      ]);
      const uploads = officer.page.getByRole('list', { name: 'Uploads' });
      await uploads.getByText('letter.pdf was not taken').waitFor();
      await uploads.getByText('large.pdf was not taken').waitFor();
      await uploads.getByText('card.png is stored').waitFor();
      const resolution = uploads.getByRole('listitem').filter({ hasText: 'resolution.pdf is stored' });
      await officer.press(resolution.getByRole('button', { name: HAND_IN }));
      await officer.send(officer.page.getByRole('dialog', { name: HAND_IN }), HAND_IN);
      await officer.state
        .getByText(/Disbursed|In repayment/)
        .first()
        .waitFor();
    },
  );

  day.task(6, 'an officer brings a loan from its offer to its disbursement', 9, async ({ as }) => {
    const officer = await as('officer');
    await officer.find(LOANS.offer, LOANS.offer);
    await officer.send(await officer.open(ACCEPT), ACCEPT);
    await officer.files('Drop documents here', PDF);
    const uploads = officer.page.getByRole('list', { name: 'Uploads' });
    await officer.press(uploads.getByRole('button', { name: HAND_IN }));
    await officer.send(officer.page.getByRole('dialog', { name: HAND_IN }), HAND_IN);
    await officer.state
      .getByText(/Disbursed|In repayment/)
      .first()
      .waitFor();
  });

  day.task(7, 'an officer takes the loan of a walk-in', 8, async ({ as }) => {
    const officer = await as('officer');
    await officer.go('New loan');
    await fillLoan(officer, 'LN-2001');
    await officer.page.getByRole('heading', { level: 1, name: /LN-2001$/ }).waitFor();
    await officer.page.getByRole('link', { name: '08032001000' }).waitFor();
  });

  day.task(8, 'an officer notes the same in three loans by one command', 8, async ({ as }) => {
    const officer = await as('officer');
    await officer.page.goto(`${officer.url}/?tab=open&kind=loan&stage=OFFER`);
    for (const reference of LOANS.many)
      await officer.press(officer.page.getByLabel(`Select ${reference}`, { exact: true }));
    await officer.choose(officer.page.getByLabel('Command for all of them'), NOTE);
    await officer.press(officer.page.getByRole('button', { name: 'Open the form' }));
    await officer.fill(officer.page.getByLabel('The note'), 'Offer explained by phone');
    await officer.press(officer.page.getByRole('dialog').getByRole('button', { name: /^Send/ }));
    const results = officer.page.getByRole('log', { name: 'What became of each' });
    await results.getByText('accepted').nth(2).waitFor();
    expect(await results.getByRole('listitem').count()).toBe(3);
  });

  day.task(
    9,
    'of two officers on one case the second reads who came first, and nothing more is done',
    12,
    async ({ as }) => {
      const [first, second] = [await as('officer'), await as('supervisor')];
      for (const hand of [first, second]) await hand.find(LOANS.contested, LOANS.contested);
      const [accepting, declining] = [await first.open(ACCEPT), await second.open(DECLINE)];
      await first.send(accepting, ACCEPT);
      await second.choose(declining.getByLabel(/^Reason/), 'High interest');
      await second.press(declining.getByRole('button', { name: /^Send/ }));
      await declining
        .getByText(/Ola Officer|officer/)
        .first()
        .waitFor();
      await second.press(declining.getByRole('button', { name: 'Close without sending' }));
      await second.state.getByText('Board resolution', { exact: true }).waitFor();
    },
  );
}
