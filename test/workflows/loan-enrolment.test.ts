import type { EnrolmentResult } from '../../src/workflows/results';
import { runToEnd } from './loan-steering';
import { loanFile } from './sample';
import { steering } from './steering';

const theatre = steering();

const count = (effects: string[], effect: string) => effects.filter((name) => name === effect).length;
const onlyOnce = ['account-created', 'enrolled', 'kyc-started'];

/** Enrols a customer who has no application yet. */
const enrol = async (file = loanFile()) => {
  const { customer } = file;
  const enrolment = await theatre.start('enrolmentWorkflow', `enrolment:${customer.reference}`, { customer });
  return { enrolment, file };
};

describe('two applications of one customer', () => {
  test('share one enrolment when both start at once', async () => {
    const first = loanFile();
    const second = { ...loanFile(), customer: first.customer };
    const loans = [await theatre.startLoan(first), await theatre.startLoan(second)];
    const results = [await runToEnd(theatre, loans[0]!), await runToEnd(theatre, loans[1]!)];
    expect(results.map(({ stage }) => stage)).toEqual(['DISBURSED', 'DISBURSED']);
    const effects = theatre.effectsOf(results[0]?.customerId);
    for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
  });

  test('share one enrolment when the second starts while the first waits for its KYC', async () => {
    const first = loanFile({ bvn: '99999903001' });
    const loan = await theatre.startLoan(first);
    await theatre.sleep(60);
    const other = await theatre.startLoan({ ...loanFile(), customer: first.customer });
    const joined = await other.until(({ timeline }) => timeline.some(({ what }) => what.includes('Joined')));
    expect(joined.stage).toBe('ENROLMENT');
    const [{ customerId }, otherResult] = [await runToEnd(theatre, loan), await runToEnd(theatre, other)];
    expect(otherResult).toMatchObject({ stage: 'DISBURSED', customerId });
    expect(count(theatre.effectsOf(customerId), 'kyc-started')).toBe(1);
  });

  test('share a rejection, too', async () => {
    const first = loanFile({ bvn: '99999901010' });
    const loans = [
      await theatre.startLoan(first),
      await theatre.startLoan({ ...loanFile(), customer: first.customer }),
    ];
    for (const loan of loans)
      expect((await loan.untilAttention()).attention?.cause).toContain('KYC was rejected');
  });

  test('do without each other when the joined enrolment ends in that very moment', async () => {
    const { enrolment, file } = await enrol();
    await enrolment.until(({ stage }) => stage === 'KYC', 1);
    await theatre.sleep(1.9);
    const loan = await theatre.startLoan(file);
    expect(await runToEnd(theatre, loan)).toMatchObject({ stage: 'DISBURSED' });
  });

  test('go on when the joined enrolment is terminated', async () => {
    const first = loanFile({ bvn: '99999904900' });
    await theatre.startLoan(first);
    await theatre.sleep(10);
    const other = await theatre.startLoan({ ...loanFile(), customer: first.customer });
    await other.until(({ timeline }) => timeline.some(({ what }) => what.includes('Joined')));
    theatre.world.customers.all().forEach(({ profile, lending }) => {
      if (lending?.kycRunning?.ends === 'NEVER')
        theatre.world.customers.change(profile.id, { lending: { ...lending, kycStatus: 'VERIFIED' } });
    });
    await theatre.found(`enrolment:${first.customer.reference}`).handle.terminate('lost');
    expect(await runToEnd(theatre, other)).toMatchObject({ stage: 'DISBURSED' });
  });
});

test('a customer is enrolled before there is any application, and found again by one', async () => {
  const { enrolment, file } = await enrol();
  const { outcome, customerId } = await enrolment.result<EnrolmentResult>();
  expect(outcome).toBe('VERIFIED');
  const result = await runToEnd(theatre, await theatre.startLoan(file));
  expect(result).toMatchObject({ stage: 'DISBURSED', customerId });
  const effects = theatre.effectsOf(customerId);
  for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
});

test.each([
  ['exists', ['createAccount', 'enrolCustomer', 'startKyc']],
  ['has an account', ['enrolCustomer', 'startKyc']],
  ['is enrolled', ['startKyc']],
] as const)('a customer who %s already is reused, and the rest is done', async (_what, missing) => {
  const [stop] = missing;
  theatre.life().refusals.plan(stop, { status: 400, message: 'Customer not found' });
  const { enrolment, file } = await enrol();
  await enrolment.untilAttention();
  await enrolment.handle.terminate('to be found by the next one');
  const result = await runToEnd(theatre, await theatre.startLoan(file));
  const effects = theatre.effectsOf(result.customerId);
  for (const effect of ['customer-created', ...onlyOnce]) expect(count(effects, effect)).toBe(1);
});

test('an enrolment shows itself as a case of its own, and a recheck asks at once', async () => {
  const { enrolment } = await enrol(loanFile({ bvn: '99999903002' }));
  const { facts, waiting } = await enrolment.until((file) => file.waiting?.for === 'KYC_DECISION');
  expect(waiting?.on).toBe('service');
  const { lending, profile } = theatre.world.customers.get(String(facts.customerId))!;
  theatre.world.customers.change(profile.id, { lending: { ...lending!, kycStatus: 'VERIFIED' } });
  await enrolment.tell('recheck');
  expect(await enrolment.result()).toMatchObject({ outcome: 'VERIFIED', customerId: profile.id });
});
