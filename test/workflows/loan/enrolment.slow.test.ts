import type { CaseDetails, IdentityNumbers } from '../../../src/domain/case/details';
import type { EnrolmentResult } from '../../../src/domain/enrolment/stages';
import { runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

const count = (effects: string[], effect: string) => effects.filter((name) => name === effect).length;
const onlyOnce = ['account-created', 'enrolled', 'kyc-started'];

/** Enrols a customer who has no application yet. */
const enrol = async (file = loanFile()) => {
  const { customer } = file;
  const enrolment = await environment.start('enrolmentWorkflow', `enrolment:${customer.reference}`, {
    customer,
  });
  return { enrolment, file };
};

describe('two applications of one customer', () => {
  test('share one enrolment when both start at once', async () => {
    const first = loanFile();
    const second = { ...loanFile(), customer: first.customer };
    const loans = [await environment.startLoan(first), await environment.startLoan(second)];
    const results = [await runToEnd(environment, loans[0]!), await runToEnd(environment, loans[1]!)];
    expect(results.map(({ stage }) => stage)).toEqual(['DISBURSED', 'DISBURSED']);
    const effects = environment.effectsOf(results[0]?.customerId);
    for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
  });

  test('share one enrolment when the second starts while the first waits for its KYC', async () => {
    const first = loanFile({ bvn: '99999903001' });
    const loan = await environment.startLoan(first);
    await environment.sleep(60);
    const other = await environment.startLoan({ ...loanFile(), customer: first.customer });
    const joined = await other.until(({ timeline }) => timeline.some(({ what }) => what.includes('Joined')));
    expect(joined.stage).toBe('ENROLMENT');
    const [{ customerId }, otherResult] = [
      await runToEnd(environment, loan),
      await runToEnd(environment, other),
    ];
    expect(otherResult).toMatchObject({ stage: 'DISBURSED', customerId });
    expect(count(environment.effectsOf(customerId), 'kyc-started')).toBe(1);
  });

  test('share a rejection, too', async () => {
    const first = loanFile({ bvn: '99999901010' });
    const loans = [
      await environment.startLoan(first),
      await environment.startLoan({ ...loanFile(), customer: first.customer }),
    ];
    for (const loan of loans)
      expect((await loan.untilAttention()).attention?.cause).toContain('KYC was rejected');
  });

  test('do without each other when the joined enrolment ends in that very moment', async () => {
    const { enrolment, file } = await enrol();
    await enrolment.until(({ stage }) => stage === 'KYC', 1);
    await environment.sleep(1.9);
    const loan = await environment.startLoan(file);
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  });

  test('go on when the joined enrolment is terminated', async () => {
    const first = loanFile({ bvn: '99999904900' });
    await environment.startLoan(first);
    await environment.sleep(10);
    const other = await environment.startLoan({ ...loanFile(), customer: first.customer });
    await other.until(({ timeline }) => timeline.some(({ what }) => what.includes('Joined')));
    environment.bank.customers.all().forEach(({ profile, lending }) => {
      if (lending?.kycRunning?.ends === 'NEVER')
        environment.bank.customers.change(profile.id, { lending: { ...lending, kycStatus: 'VERIFIED' } });
    });
    await environment.found(`enrolment:${first.customer.reference}`).handle.terminate('lost');
    expect(await runToEnd(environment, other)).toMatchObject({ stage: 'DISBURSED' });
  });
});

test('a customer is enrolled before there is any application, and found again by one', async () => {
  const { enrolment, file } = await enrol();
  const { outcome, customerId } = await enrolment.result<EnrolmentResult>();
  expect(outcome).toBe('VERIFIED');
  const result = await runToEnd(environment, await environment.startLoan(file));
  expect(result).toMatchObject({ stage: 'DISBURSED', customerId });
  const effects = environment.effectsOf(customerId);
  for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
});

test.each([
  ['exists', ['createAccount', 'enrolCustomer', 'startKyc']],
  ['has an account', ['enrolCustomer', 'startKyc']],
  ['is enrolled', ['startKyc']],
] as const)('a customer who %s already is reused, and the rest is done', async (_what, missing) => {
  const [stop] = missing;
  environment.parts().refusals.plan(stop, { status: 400, message: 'Customer not found' });
  const { enrolment, file } = await enrol();
  await enrolment.untilAttention();
  await enrolment.handle.terminate('to be found by the next one');
  const result = await runToEnd(environment, await environment.startLoan(file));
  const effects = environment.effectsOf(result.customerId);
  for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
});

test('the account of a known customer is found on whatever page of the list it stands', async () => {
  environment.parts().refusals.plan('enrolCustomer', { status: 400, message: 'Customer not found' });
  const { enrolment, file } = await enrol();
  await enrolment.untilAttention();
  await enrolment.handle.terminate('to be found by the next one');
  environment.read({ listFilters: 'ignored', listTotals: 'absent', pageSize: 'at-most-20' });
  const { accounts } = environment.bank;
  const own = accounts.all().at(-1)!;
  for (let place = 1; place <= 25; place++)
    accounts.put(`other-${place}`, { ...own, id: `other-${place}`, customerId: undefined });
  const { accountId } = await (await enrol(file)).enrolment.result<EnrolmentResult>();
  expect(accountId).toBe(own.id);
});

test('an enrolment shows itself as a case of its own, and a recheck asks at once', async () => {
  const { enrolment } = await enrol(loanFile({ bvn: '99999903002' }));
  const { facts, waiting } = await enrolment.until((file) => file.waiting?.for === 'KYC_DECISION');
  expect(waiting?.on).toBe('bank');
  const { lending, profile } = environment.bank.customers.get(String(facts.customerId))!;
  environment.bank.customers.change(profile.id, { lending: { ...lending!, kycStatus: 'VERIFIED' } });
  await enrolment.tell('recheck');
  expect(await enrolment.result()).toMatchObject({ outcome: 'VERIFIED', customerId: profile.id });
});

/** A loan whose KYC was rejected and whose date of birth was then corrected; the bank has the BVN with the other one. */
async function correctedLoan(bvn: string) {
  const file = loanFile({ bvn });
  const loan = await environment.startLoan(file);
  const rejected = await loan.untilAttention();
  await loan.tell('correctCustomer', { dateOfBirth: '1990-02-28' });
  const { attention } = await loan.until((now) => now.attention?.cause.includes('other data') === true);
  const enrolment = environment.found(`enrolment:${file.customer.reference}`);
  return { loan, enrolment, rejected, attention };
}

test('a loan tells its borrower as they were corrected, and of identity numbers the last digits', async () => {
  const bvn = '99999901776';
  const { loan } = await correctedLoan(bvn);
  const { customer, application } = await loan.handle.query<CaseDetails>('details');
  expect(customer).toMatchObject({ bvn: '…776', dateOfBirth: '1990-02-28' });
  expect(customer?.phone).toMatch(/^\d{11}$/);
  expect(application).toMatchObject({ amountKobo: expect.any(Number) as number });
  expect(JSON.stringify(customer)).not.toContain(bvn);
});

test('a loan tells the numbers of its borrower in full when it is asked for them, as they were corrected', async () => {
  const loan = await environment.startLoan(loanFile({ bvn: '99999901778' }));
  await loan.untilAttention();
  expect(await loan.refusal('correctCustomer')).toBe(
    'correctCustomer: give at least one of bvn, nin and dateOfBirth: the same again where the bank has corrected it',
  );
  await loan.tell('correctCustomer', { nin: '12345678901' });
  const asked = () => loan.handle.query<IdentityNumbers>('identityNumbers');
  await loan.until(({ timeline }) => timeline.some(({ what }) => what.startsWith('Correct')));
  expect(await asked()).toEqual({ bvn: '99999901778', nin: '12345678901' });
  const { timeline } = await loan.snapshot();
  expect(timeline.map(({ what }) => what)).toContain('Changed: NIN');
});

test('a second record of a BVN is made at the bank by the word of a person alone', async () => {
  const bvn = '99999901777';
  const { loan, enrolment, rejected, attention } = await correctedLoan(bvn);
  expect(rejected.attention?.cause).toContain('ask the bank to correct it');
  expect(attention?.cause).toContain('the bank has a record of this BVN with other data');
  expect((await enrolment.snapshot()).attention?.actions).toEqual([
    'retry',
    'createAnotherRecord',
    'closeEnrolment',
  ]);
  await enrolment.tell('createAnotherRecord', { reason: 'BANK_CANNOT_CORRECT' });
  const { facts } = await loan.until(({ facts }) => facts.customerId !== rejected.facts.customerId);
  const record = environment.bank.customers.get(String(facts.customerId))!;
  expect(record.profile).toMatchObject({ bvn, dob: '1990-02-28T00:00:00.000Z' });
});

test('a record that the bank has corrected is found, and no second one is made', async () => {
  const { loan, enrolment, rejected } = await correctedLoan('99999902778');
  const customerId = String(rejected.facts.customerId);
  const { profile } = environment.bank.customers.get(customerId)!;
  environment.bank.customers.change(customerId, {
    profile: { ...profile, dob: '1990-02-28T00:00:00.000Z' },
  });
  await enrolment.tell('retry');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED', customerId });
});

test('a customer whom the bank refuses to create says what to ask of the bank', async () => {
  environment.parts().refusals.plan('createCustomer', { status: 409, message: 'Customer exists' });
  const { enrolment } = await enrol();
  const { attention } = await enrolment.untilAttention();
  expect(attention?.cause).toContain('Customer exists');
  expect(attention?.cause).toContain('ask the bank to correct it, then retry');
  await enrolment.tell('retry');
  expect(await enrolment.result()).toMatchObject({ outcome: 'VERIFIED' });
});

test('an enrolment that an officer closes ends, and its loan can be closed as well', async () => {
  const file = loanFile({ bvn: '99999904777' });
  const loan = await environment.startLoan(file);
  const enrolment = environment.found(`enrolment:${file.customer.reference}`);
  await loan.until(({ waiting }) => waiting?.for === 'ENROLMENT');
  // The loan says that it waits a moment before its enrolment is there.
  const isThere = () => enrolment.snapshot().then(Boolean, () => false);
  while (!(await isThere())) await environment.sleep(1);
  await enrolment.until(({ waiting }) => waiting?.for === 'KYC_DECISION');
  await enrolment.tell('closeEnrolment', { reason: 'BORROWER_REQUEST' });
  expect((await loan.untilAttention()).attention?.cause).toContain(
    'the enrolment was closed, BORROWER_REQUEST',
  );
  expect(await enrolment.snapshot()).toMatchObject({ stage: 'CLOSED', ended: true });
  await loan.tell('closeAsRejected', { reason: 'NO_RESPONSE' });
  expect(await loan.result()).toMatchObject({ stage: 'KYC_REJECTED' });
});

test('what was proposed about a customer in question waits for nobody once the loan has another customer', async () => {
  const { customer } = loanFile({ bvn: '99999903077' });
  await environment.startLoan({ ...loanFile(), customer });
  await environment.sleep(30);
  const file = loanFile({ without: ['ID_CARD_DOCS'] });
  const loan = await environment.startLoan({ ...file, customer: { ...customer, firstName: 'Tess' } });
  await loan.until(({ commands }) => commands.includes('confirmCustomer'));
  await loan.tell('confirmCustomer', { reason: 'OTHER' });
  await loan.tell('correctCustomer', { bvn: '22155500777' });
  const { proposals, attention } = await loan.untilStage('DOCUMENTS');
  expect(proposals).toBeUndefined();
  expect(attention?.cause ?? '').not.toContain('second person');
});
