import { hold, holds } from '../../support/workflows/holds';
import { steering } from '../../support/workflows/steering';

const environment = steering();

test.each(holds)('a loan is withdrawn in the stage $stage', async (held) => {
  const loan = await hold(environment, held);
  await loan.tell('withdraw', { reason: 'BORROWER_REQUEST', expectedStage: held.stage });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'BORROWER_REQUEST' });
  const { facts, timeline, commands } = await loan.snapshot();
  expect(timeline.at(-1)).toMatchObject({ what: 'Withdrawn', note: 'BORROWER_REQUEST' });
  expect(commands).toEqual([]);
  expect(environment.effectsOf(facts.applicationId)).not.toContain('disbursed');
});

test('a loan is withdrawn, and its open offer is declined at the bank', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  const { facts } = await loan.snapshot();
  await loan.tell('withdraw', { reason: 'DUPLICATE' });
  await loan.result();
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('a loan is withdrawn, and an offer that came unseen during the decision is declined, too', async () => {
  environment.parts().refusals.plan('getOffer', { status: 400, message: 'Application not found' });
  const loan = await hold(environment, { stage: 'DECISION' });
  const { facts } = await loan.untilAttention();
  await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
  await loan.result();
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('a loan is withdrawn although the bank does not take the decline of its offer', async () => {
  const loan = await hold(environment, { stage: 'OFFER' });
  environment.parts().refusals.plan('declineOffer', { status: 422, message: 'Offer is not open' });
  await loan.tell('withdraw', { reason: 'OTHER' });
  expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
  expect((await loan.snapshot()).timeline.at(-2)?.what).toContain('did not take the decline');
});
