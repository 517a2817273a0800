import { refusals } from '../../../src/bank/contract/refusals';
import { bring, diligently, guarantor, handedIn, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

test.each([
  ['the terms', refusals.gateTerms, 'Terms of use'],
  ['the offer', refusals.gateOffer, 'Offer'],
  ['a board resolution', refusals.gateBoardResolution, 'Board resolution'],
])('a gate that asks for %s leads to that step and back', async (_what, gate, title) => {
  const loan = await environment.startLoan(loanFile());
  environment.parts().refusals.plan('submitPostOfferKyc', gate);
  await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const titles = (await loan.snapshot()).timeline.map(({ what }) => what);
  const gateAt = titles.indexOf('Post-offer KYC');
  expect(titles.slice(gateAt + 1)).toContain(title);
  expect(titles.slice(gateAt + 1)).toContain('Post-offer KYC');
});

test('a board resolution whose review failed is asked for again, and the next one passes', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'board-fails' }));
  const sentBack = await diligently(loan, ({ waiting }) => waiting?.for === 'BOARD_RESOLUTION');
  expect(sentBack.checklist).toContainEqual(
    expect.objectContaining({ item: 'BOARD_RESOLUTION_DOC', status: 'rejected' }),
  );
  await loan.tell('submitBoardResolution', handedIn('board-again.pdf'));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const effects = environment.effectsOf(sentBack.facts.applicationId);
  expect(effects.filter((effect) => effect === 'board-resolution-submitted')).toHaveLength(2);
});

test('a guarantor who is asked for is invited once, and the answer is waited for', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'guarantor' }));
  const { facts } = await bring(loan, 'GUARANTOR');
  await loan.tell('addGuarantor', guarantor);
  const result = await loan.result();
  expect(result).toMatchObject({ stage: 'DISBURSED' });
  const effects = environment.effectsOf(facts.applicationId);
  expect(effects.filter((effect) => effect === 'guarantor-invited')).toHaveLength(1);
});

test('another guarantor can be named while the first one does not answer', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'guarantor' }));
  await bring(loan, 'GUARANTOR');
  await loan.tell('addGuarantor', guarantor);
  const { facts } = await loan.until(({ commands }) => commands.includes('addGuarantor'), 1);
  await loan.tell('addGuarantor', { ...guarantor, email: 'second@example.com' });
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
  const effects = environment.effectsOf(facts.applicationId);
  expect(effects.filter((effect) => effect === 'guarantor-invited')).toHaveLength(2);
});

test('a gate that stays shut although its step was done waits for a person', async () => {
  environment.parts().refusals.plan('submitPostOfferKyc', refusals.gateTerms, 5);
  const loan = await environment.startLoan(loanFile());
  const parked = await diligently(loan, ({ attention }) => attention !== undefined);
  expect(parked.attention?.cause).toContain(refusals.gateTerms.message);
  environment.parts().refusals.clear();
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a supervisor lets the loan go on without a guarantor', async () => {
  environment.parts().refusals.plan('submitPostOfferKyc', refusals.gateGuarantor);
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'GUARANTOR');
  expect(await loan.refusal('skip', { reason: 'NOT_REQUIRED' })).toContain('supervisor');
  await loan.tellTogether('skip', { reason: 'NOT_REQUIRED', role: 'supervisor' });
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
});

const unreadable = { status: 400, message: 'Surety details are incomplete' };

/** A loan whose post-offer KYC was refused in words that show no gate. */
async function loanAtUnknownGate(times = 1) {
  environment.parts().refusals.plan('submitPostOfferKyc', unreadable, times);
  const loan = await environment.startLoan(loanFile());
  const { attention, facts } = await diligently(loan, (now) => now.attention !== undefined);
  expect(attention?.cause).toContain(unreadable.message);
  expect(attention?.actions).toEqual([
    'retry',
    'agreeToTerms',
    'acceptOffer',
    'submitBoardResolution',
    'addGuarantor',
    'skip',
    'withdraw',
  ]);
  return { loan, applicationId: facts.applicationId };
}

test.each([
  ['addGuarantor', guarantor, 'guarantor-invited'],
  ['agreeToTerms', {}, 'terms-agreed'],
  ['acceptOffer', {}, 'offer-accepted'],
  ['submitBoardResolution', handedIn('board-again.pdf'), 'board-resolution-submitted'],
])(
  'a person says with %s which gate a refusal in unknown words means, and its step is done',
  async (command, fields, effect) => {
    const { loan, applicationId } = await loanAtUnknownGate();
    await loan.tell(command, fields);
    await loan.until(({ attention }) => attention === undefined, 1);
    expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
    expect(environment.effectsOf(applicationId)).toContain(effect);
    expect((await loan.snapshot()).timeline.filter(({ what }) => what === 'Post-offer KYC')).toHaveLength(2);
  },
);

test('a gate in unknown words that stays shut asks a person again, and costs no loop', async () => {
  const { loan } = await loanAtUnknownGate(2);
  await loan.tell('agreeToTerms');
  const { attention } = await loan.until(
    ({ timeline }) => timeline.filter(({ what }) => what.startsWith('Needs attention')).length === 2,
    1,
  );
  expect(attention?.cause).toContain(unreadable.message);
  await loan.tell('retry');
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
});

test('a supervisor lets a loan go on without a post-offer KYC that the bank refuses in unknown words', async () => {
  const { loan } = await loanAtUnknownGate();
  await loan.tellTogether('skip', { reason: 'DONE_ELSEWHERE', role: 'supervisor' });
  expect((await loan.untilStage('DISBURSEMENT', 1)).commands).not.toContain('withdraw');
});

test.each([
  ['at a gate that stays shut', refusals.gateTerms],
  ['after a refusal in other words', { ...refusals.gateTerms, message: 'Something else is wrong' }],
])(
  'a loan held when its last step is left out %s is asked for at the bank all the same',
  async (_, refusal) => {
    environment.parts().refusals.plan('submitPostOfferKyc', refusal, 5);
    const loan = await environment.startLoan(loanFile());
    await diligently(loan, ({ attention }) => attention !== undefined);
    await loan.tell('returnToApplicant', { reason: 'CLARIFICATION', question: 'Which shop?' });
    await loan.tellTogether('skip', { reason: 'DONE_ELSEWHERE', role: 'supervisor' });
    const { waiting, facts } = await loan.untilStage('DISBURSEMENT', 1);
    expect([waiting?.for, facts.askedFor]).toEqual(['DISBURSEMENT', undefined]);
  },
);

test('leaving out one step, as it was proposed, is not confirmed of another step', async () => {
  const { loan } = await loanAtUnknownGate();
  const skip = { actor: 'boss-1', role: 'supervisor', reason: 'NOT_REQUIRED' };
  const { proposed: expectedDigest } = await loan.tell('skip', skip);
  await loan.tell('addGuarantor', guarantor);
  await loan.until(({ stage, commands }) => stage === 'GUARANTOR' && commands.includes('skip'), 1);
  const late = { actor: 'boss-2', role: 'supervisor', expectedDigest };
  expect(await loan.refusal('confirmProposal', late)).toContain(
    'The case has changed since this was proposed: another stage',
  );
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
});

test('a post-offer KYC that the bank has saved already is not asked about in whatever words it refuses it', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'disburse-late' }));
  const { facts } = await bring(loan, 'OFFER');
  environment.bank.applications.change(String(facts.applicationId), { offerStatus: 'POST_OFFER_KYC' });
  environment.parts().refusals.plan('submitPostOfferKyc', { status: 422, message: 'This was done already' });
  await loan.tell('acceptOffer');
  const { timeline } = await loan.untilStage('DISBURSEMENT');
  expect(timeline.filter(({ what }) => what.includes('attention'))).toEqual([]);
});
