import { hold, holds } from './holds';
import { steering } from './steering';

const theatre = steering();

describe('a loan is withdrawn', () => {
  test.each(holds)('in the stage $stage', async (held) => {
    const loan = await hold(theatre, held);
    await loan.tell('withdraw', { reason: 'BORROWER_REQUEST', expectedStage: held.stage });
    expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN', reason: 'BORROWER_REQUEST' });
    const { facts, timeline, commands } = await loan.file();
    expect(timeline.at(-1)).toMatchObject({ what: 'Withdrawn', note: 'BORROWER_REQUEST' });
    expect(commands).toEqual([]);
    expect(theatre.effectsOf(facts.applicationId)).not.toContain('disbursed');
  });

  test('and its open offer is declined at the service', async () => {
    const loan = await hold(theatre, { stage: 'OFFER' });
    const { facts } = await loan.file();
    await loan.tell('withdraw', { reason: 'DUPLICATE' });
    await loan.result();
    expect(theatre.effectsOf(facts.applicationId)).toContain('offer-declined');
  });

  test('and an offer that came unseen during the decision is declined, too', async () => {
    theatre.life().refusals.plan('getOffer', { status: 400, message: 'Application not found' });
    const loan = await hold(theatre, { stage: 'DECISION' });
    const { facts } = await loan.untilAttention();
    await loan.tell('withdraw', { reason: 'NO_RESPONSE' });
    await loan.result();
    expect(theatre.effectsOf(facts.applicationId)).toContain('offer-declined');
  });

  test('although the service does not take the decline of its offer', async () => {
    const loan = await hold(theatre, { stage: 'OFFER' });
    theatre.life().refusals.plan('declineOffer', { status: 422, message: 'Offer is not open' });
    await loan.tell('withdraw', { reason: 'OTHER' });
    expect(await loan.result()).toMatchObject({ stage: 'WITHDRAWN' });
    expect((await loan.file()).timeline.at(-2)?.what).toContain('did not take the decline');
  });
});
