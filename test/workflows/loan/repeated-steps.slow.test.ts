import { bring, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering();

const attentionOf = async (loan: Steered) =>
  (await loan.snapshot()).timeline.filter(({ what }) => what.includes('attention'));

test.each(['bad-request', 'unprocessable'] as const)(
  'a customer who has borrowed borrows again where a repeated enrolment is a %s',
  async (repeatedStep) => {
    const first = loanFile();
    await runToEnd(environment, await environment.startLoan(first));
    environment.read({ repeatedStep });
    const second = await environment.startLoan({ ...loanFile(), customer: first.customer });
    expect(await runToEnd(environment, second)).toMatchObject({ stage: 'DISBURSED' });
    expect(await attentionOf(second)).toEqual([]);
  },
);

test.each([
  'createAccount',
  'enrolCustomer',
  'startKyc',
  'startDecisioning',
  'acceptOffer',
  'agreeToTerms',
  'submitBoardResolution',
] as const)(
  'a loan whose %s took effect without a reply goes on where the bank refuses it the second time',
  async (operation) => {
    environment.read({ repeatedStep: 'unprocessable' });
    environment.plant({ kind: 'error-after', operations: [operation], count: 1 });
    const loan = await environment.startLoan(loanFile());
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
    expect(await attentionOf(loan)).toEqual([]);
  },
);

test('a bank statement that was asked for by an earlier workflow of the loan is not asked for in vain', async () => {
  const file = loanFile();
  const loan = await environment.startLoan({ ...file, documents: [] });
  await bring(loan, 'DOCUMENTS');
  await loan.handle.terminate('begun again by the test');
  environment.read({ repeatedStep: 'bad-request' });
  const again = await environment.startLoan(file);
  expect(await runToEnd(environment, again)).toMatchObject({ stage: 'DISBURSED' });
  expect(await attentionOf(again)).toEqual([]);
});

test('a loan that is begun again after its offer came goes on from there', async () => {
  const file = loanFile();
  const loan = await environment.startLoan(file);
  await bring(loan, 'OFFER');
  await loan.handle.terminate('begun again by the test');
  const again = await environment.startLoan(file);
  expect(await runToEnd(environment, again)).toMatchObject({ stage: 'DISBURSED' });
  expect(await attentionOf(again)).toEqual([]);
});

test('a loan that is withdrawn while the bank has its offer as accepted says so', async () => {
  const loan = await environment.startLoan(loanFile());
  const { facts } = await bring(loan, 'OFFER');
  const id = String(facts.applicationId);
  const { offer } = environment.bank.applications.get(id)!;
  environment.bank.applications.change(id, {
    status: 'OFFER_ACCEPTED',
    offer: { ...offer!, status: 'ACCEPTED' },
  });
  await loan.tell('withdraw', { reason: 'BORROWER_REQUEST' });
  const { attention } = await loan.untilStage('CLOSING', 0.1);
  expect(attention?.cause).toContain('The bank did not take the decline. The bank has taken the acceptance');
});

test('an offer that the bank has as accepted is not called declined', async () => {
  const loan = await environment.startLoan(loanFile());
  const { facts } = await bring(loan, 'OFFER');
  const id = String(facts.applicationId);
  const { offer } = environment.bank.applications.get(id)!;
  environment.bank.applications.change(id, {
    status: 'OFFER_ACCEPTED',
    offer: { ...offer!, status: 'ACCEPTED' },
  });
  await loan.tell('declineOffer', { reason: 'CHECKING' });
  const { attention } = await loan.untilAttention();
  expect(attention?.cause).toContain('the bank has it as accepted');
  expect(attention?.actions).toEqual(['acceptOffer', 'withdraw']);
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
