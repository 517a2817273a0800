import { bring, diligently, guarantor, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering({ durations: { guarantor: 24 * 3_600 } });
const HOURS = 60;

/** How often the bank was asked for an application so far. */
const looks = async () => {
  const { getLoanApplication } = await environment.parts().calls();
  return (Object(getLoanApplication) as { calls: number }).calls;
};

test.each([
  ['accepted', 'acceptOffer', {}],
  ['declined', 'declineOffer', { reason: 'CHECKING' }],
] as const)(
  'an expired offer that is %s ends the loan, in whatever words the bank refuses',
  async (_what, command, fields) => {
    const loan = await environment.startLoan(loanFile());
    const { facts } = await bring(loan, 'OFFER');
    environment.bank.applications.change(String(facts.applicationId), { status: 'OFFER_EXPIRED' });
    environment.parts().refusals.plan(command, { status: 422, message: 'This offer has lapsed' });
    await loan.tell(command, fields);
    expect(await loan.result()).toMatchObject({ stage: 'OFFER_EXPIRED' });
  },
);

test('an expired offer that the bank does not mark needs an officer once, and costs ever fewer calls', async () => {
  environment.read({ offerExpiry: 'unmarked' });
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  await bring(loan, 'OFFER');
  const { attention } = await loan.untilAttention();
  expect(attention?.cause).toContain('the offer has expired, but the bank does not say so');
  expect(attention?.actions).toEqual(expect.arrayContaining(['acceptOffer', 'declineOffer', 'withdraw']));
  const before = await looks();
  await environment.sleep(30 * 24 * HOURS);
  expect((await looks()) - before).toBeLessThan(25);
  await loan.tell('closeAsExpired');
  await loan.result();
});

test('an offer that the borrower has accepted with the bank itself is never called expired, and the loan goes on by the acceptance', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  const { facts } = await bring(loan, 'OFFER');
  const id = String(facts.applicationId);
  const { offer } = environment.bank.applications.get(id)!;
  const accepted = { ...offer!, status: 'ACCEPTED' } as const;
  environment.bank.applications.change(id, { status: 'OFFER_ACCEPTED', offer: accepted });
  const { attention } = await loan.untilAttention();
  expect(attention).toMatchObject({
    cause: 'the bank has the offer as accepted',
    actions: ['acceptOffer', 'withdraw'],
  });
  expect(await loan.refusal('closeAsExpired')).toContain('The bank may have the acceptance');
  await loan.tell('acceptOffer');
  await loan.until(({ stage }) => stage !== 'OFFER', 1);
});

test('an offer that is accepted with the bank while people close it as expired is followed until the bank has closed it', async () => {
  environment.read({ offerExpiry: 'unmarked' });
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  const { facts } = await bring(loan, 'OFFER');
  const id = String(facts.applicationId);
  await loan.untilAttention();
  environment.bank.applications.change(id, { status: 'OFFER_ACCEPTED' });
  environment.parts().refusals.plan('declineOffer', { status: 422, message: 'Offer is not open' });
  await loan.tell('closeAsExpired');
  await loan.untilStage('CLOSING', 0.1);
  environment.bank.applications.change(id, { status: 'DISBURSED', loanId: 'LOAN-78' });
  await loan.tell('recheck');
  expect(await loan.result()).toMatchObject({ stage: 'DISBURSED' });
});

test('an offer that has expired by its own date ends the loan by a person where the bank does not mark it', async () => {
  environment.read({ offerExpiry: 'unmarked' });
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  const { facts } = await bring(loan, 'OFFER');
  expect(await loan.refusal('closeAsExpired')).toContain('The offer can be accepted until');
  const { attention } = await loan.untilAttention();
  expect(attention?.actions).toContain('closeAsExpired');
  await loan.tell('acceptOffer');
  await loan.until(({ commands }) => commands.includes('acceptOffer'), 1);
  await loan.tell('closeAsExpired');
  expect(await loan.result()).toMatchObject({ stage: 'OFFER_EXPIRED' });
  expect(environment.effectsOf(facts.applicationId)).not.toContain('offer-accepted');
});

test('an offer without a date whose acceptance the bank refuses ends the loan by a person', async () => {
  environment.read({ offerExpiry: 'no-expiry' });
  environment.parts().refusals.plan('acceptOffer', { status: 422, message: 'This offer has lapsed' });
  const loan = await environment.startLoan(loanFile());
  const { facts } = await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  expect((await loan.untilAttention(1)).attention?.actions).toContain('closeAsExpired');
  await loan.tell('closeAsExpired');
  expect(await loan.result()).toMatchObject({ stage: 'OFFER_EXPIRED' });
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-declined');
});

test('an offer is not closed as expired while the bank may have its acceptance', async () => {
  environment.read({ offerExpiry: 'no-expiry' });
  environment.plant({ kind: 'error-after', operations: ['acceptOffer'], count: 20 });
  const loan = await environment.startLoan(loanFile());
  const { facts } = await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  await environment.sleep(1);
  expect(environment.effectsOf(facts.applicationId)).toContain('offer-accepted');
  expect(await loan.refusal('closeAsExpired')).toContain('The bank may have the acceptance');
  environment.bank.faults.remove();
  await loan.until(({ stage }) => stage !== 'OFFER');
});

test('the answer of an earlier guarantor does not count for another one', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'guarantor' }));
  await diligently(loan, ({ stage }) => stage === 'GUARANTOR');
  const { facts } = await loan.snapshot();
  environment.bank.guarantors.put('earlier', {
    id: 'earlier',
    applicationId: String(facts.applicationId),
    person: { first_name: 'Other', last_name: 'Guarantor', phone: '08000000002', email: 'other@example.com' },
    inviteSentAt: environment.bank.now,
    submittedAt: environment.bank.now,
  });
  await loan.tell('addGuarantor', guarantor);
  await environment.sleep(1.5 * HOURS);
  expect((await loan.snapshot()).stage).toBe('GUARANTOR');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a guarantor whom the bank refuses is replaced by another one', async () => {
  environment.parts().refusals.plan('inviteGuarantor', { status: 400, message: 'phone is not valid' });
  const loan = await environment.startLoan(loanFile({ scenario: 'guarantor' }));
  const { attention } = await diligently(loan, (file) => file.attention !== undefined);
  expect(attention?.actions).toContain('addGuarantor');
  await loan.tell('addGuarantor', { ...guarantor, phone: '08000000003' });
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const phones = environment.bank.guarantors.all().map(({ person }) => person.phone);
  expect(phones).toContain('08000000003');
});
