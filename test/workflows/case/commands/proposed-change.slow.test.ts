import {
  approver,
  committed,
  confirmName,
  environment,
  inQuestion,
  LARGE,
  operator,
  supervisor,
} from '../../../support/workflows/in-question';

test('of an answer to one of two proposals the timeline says to which, and of a withdrawal that it is one', async () => {
  const payout = await inQuestion({ amountKobo: LARGE });
  const { proposed: ofName } = await payout.tell('confirmName', confirmName);
  const { proposed: ofChange } = await payout.tell('amend', { ...supervisor('boss-1'), remark: 'Invoice 8' });
  const refuse = (person: object, expectedDigest?: string) =>
    payout.tell('refuseProposal', { ...person, expectedDigest, reason: 'OTHER', note: 'Not this one' });
  await refuse(operator('operator-2'), ofName);
  await refuse(supervisor('BOSS-1'), ofChange);
  const { timeline } = await payout.snapshot();
  expect(timeline.slice(-2).map(({ what, note }) => [what, note])).toEqual([
    [
      'Reject what another person has proposed: the command takes no effect: Confirm that the account belongs to the beneficiary',
      'OTHER: Not this one; reason KNOWN_ALIAS, bankCode 901, accountNumber ending in 0093, resolvedName',
    ],
    [
      'Withdrew what they had proposed: it takes no effect: Change the payout before it is sent: it is checked anew and, if its amount asks, approved anew',
      'OTHER: Not this one; remark Invoice 8',
    ],
  ]);
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});

/** A payout with nothing in its way but a change to which people have to agree. */
async function withChangeProposed() {
  const payout = await inQuestion({ amountKobo: LARGE });
  const change = { ...supervisor('boss-1'), remark: 'Invoice 8' };
  const { proposed: expectedDigest } = await payout.tell('amend', change);
  await payout.tellTogether('confirmName', confirmName);
  await environment.sleep(60);
  const { reference, stage } = await payout.snapshot();
  expect([stage, committed(reference)]).toEqual(['PREPARING', 0]);
  return { payout, reference, expectedDigest };
}
const remarkOf = (reference: string) => environment.bank.payouts.get(reference)?.remark;

test('a payout is not sent while people have to agree to a change of it; once they refuse, it goes as it was', async () => {
  const { payout, reference, expectedDigest } = await withChangeProposed();
  await payout.tell('refuseProposal', { ...approver('checker-1'), expectedDigest, reason: 'NOT_JUSTIFIED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(remarkOf(reference)).not.toContain('Invoice 8');
});

test('a payout is not sent while people have to agree to a change of it; once they agree, it goes changed', async () => {
  const { payout, reference, expectedDigest } = await withChangeProposed();
  for (const checker of ['checker-1', 'checker-2'])
    await payout.tell('confirmProposal', { ...approver(checker), expectedDigest });
  await payout.untilAttention();
  await payout.tellTogether('confirmName', confirmName);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(remarkOf(reference)).toContain('Invoice 8');
});

test('people can agree to a proposal after a hold that has nothing to do with it, as it was bound to what it is about', async () => {
  const payout = await inQuestion({ amountKobo: LARGE });
  const seen = { expectedChanges: 0 };
  const change = { ...supervisor('boss-1'), remark: 'Invoice 9', ...seen };
  const { proposed: expectedDigest } = await payout.tell('amend', change);
  const said = await payout.tell('confirmName', { ...confirmName, ...seen });
  await payout.tell('hold', { ...operator('operator-2'), reason: 'OTHER' });
  await payout.tell('release', { ...operator('operator-2'), reason: 'CHECKED' });
  await payout.tell('confirmProposal', { ...operator('operator-3'), expectedDigest: said.proposed });
  for (const checker of ['checker-1', 'checker-2'])
    await payout.tell('confirmProposal', { ...approver(checker), expectedDigest });
  expect((await payout.untilAttention()).attention?.actions).toContain('confirmName');
  await payout.tellTogether('confirmName', confirmName);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('what stands proposed is not proposed again: whoever agrees has read the one that counts', async () => {
  const payout = await inQuestion({ amountKobo: LARGE });
  const change = { ...supervisor('boss-1'), remark: 'Invoice 8', note: 'first' };
  const { proposed: expectedDigest } = await payout.tell('amend', change);
  expect(await payout.refusal('amend', { ...change, note: 'second' })).toContain(
    'you have proposed exactly this already: withdraw that first',
  );
  expect(await payout.refusal('amend', { ...change, ...supervisor('boss-2') })).toContain(
    'supervisor boss-1 has proposed exactly this already: approve or reject that',
  );
  await payout.tell('refuseProposal', { ...supervisor('boss-2'), expectedDigest, reason: 'OTHER' });
  expect(await payout.tell('amend', change)).toMatchObject({ proposed: expectedDigest });
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});
