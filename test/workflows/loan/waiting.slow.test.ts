import { instantText } from '../../../src/domain/case/snapshot';
import { bring, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';
import { workflowTypes, type WorkflowType } from '../../../src/domain/wire/workflow-types';

const environment = steering();
const HOURS = 60;
const DAYS = 24 * HOURS;

test('a wait that takes too long needs attention, and no longer once it is over', async () => {
  const loan = await environment.startLoan(loanFile({ policy: { deadlines: { OFFER_ANSWER: 5 } } }));
  const offered = await bring(loan, 'OFFER');
  const late = await loan.untilAttention();
  expect(late.attention?.cause).toBe(
    `waiting for an answer to the offer since ${instantText(late.waiting!.since)}`,
  );
  expect(late.attention?.actions).toEqual(
    expect.arrayContaining(['acceptOffer', 'declineOffer', 'withdraw']),
  );
  const hours = (Date.parse(late.attention!.since) - Date.parse(offered.waiting!.since)) / 3_600_000;
  expect(Math.round(hours)).toBe(5);
  await loan.tell('acceptOffer');
  const after = await loan.until(({ stage }) => stage !== 'OFFER');
  expect(after.attention).toBeUndefined();
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test('a wait whose attention a person has settled needs attention again once it takes too long', async () => {
  const policy = { deadlines: { LOAN_DECISION: 48 } };
  const loan = await environment.startLoan(loanFile({ scenario: 'no-decision', policy }));
  await bring(loan, 'DECISION');
  const refusal = { status: 400, message: 'no such application' };
  environment.parts().refusals.plan('getLoanApplication', refusal, 1);
  expect((await loan.untilAttention(10)).attention?.cause).toContain('no such application');
  await loan.tell('retry');
  expect((await loan.until(({ attention }) => attention === undefined, 1)).stage).toBe('DECISION');
  expect((await loan.untilAttention()).attention?.cause).toContain('waiting for the decision');
});

test('attention that came while the bank decided is gone with the decision', async () => {
  const policy = { deadlines: { LOAN_DECISION: 24 } };
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-late', policy }));
  expect(await loan.untilAttention()).toMatchObject({ stage: 'DECISION' });
  const offered = await loan.untilStage('OFFER');
  expect(offered.attention).toBeUndefined();
});

test('a deadline ends nothing: the decision is waited for as long as it takes', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'no-decision' }));
  await loan.untilAttention();
  await environment.sleep(200 * DAYS);
  expect(await loan.snapshot()).toMatchObject({ stage: 'DECISION', ended: false });
});

test('the bank is asked ever more rarely, but never less than four times a day', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'no-decision' }));
  await bring(loan, 'DECISION');
  await environment.sleep(10 * DAYS);
  const before = await looks();
  await environment.sleep(10 * DAYS);
  const after = await looks();
  expect(after - before).toBeGreaterThanOrEqual(40);
  // The loan of the test before this one still waits, too; one page tells of both.
  expect(after - before).toBeLessThanOrEqual(2 * 41);
});

/** How often an application was read, alone or in a list. */
async function looks(): Promise<number> {
  const calls = (await environment.parts().calls()) as unknown as Record<
    string,
    { calls: number } | undefined
  >;
  return (calls.getLoanApplication?.calls ?? 0) + (calls.listLoanApplications?.calls ?? 0);
}

test('a recheck asks at once', async () => {
  const loan = await environment.startLoan(loanFile({ scenario: 'no-decision' }));
  const { facts } = await bring(loan, 'DECISION');
  await environment.sleep(3 * DAYS);
  environment.bank.applications.change(String(facts.applicationId), { status: 'DECLINED' });
  await loan.tell('recheck');
  expect(await loan.result(1)).toMatchObject({ stage: 'DECLINED' });
  const { since } = await loan.snapshot();
  expect(environment.bank.now - Date.parse(since)).toBeLessThan(HOURS * 60_000);
});

test('an unknown status of the KYC neither ends nor breaks anything', async () => {
  const loan = await environment.startLoan(loanFile({ bvn: '99999905001' }));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test.each([
  ['DECISION', 'no-decision'],
  ['DISBURSEMENT', 'disburse-late'],
] as const)('an unknown status in %s neither ends nor breaks anything', async (stage, scenario) => {
  const loan = await environment.startLoan(loanFile({ scenario }));
  const { facts } = await bring(loan, stage);
  environment.bank.applications.change(String(facts.applicationId), { status: 'UNDER_COMMITTEE' });
  await environment.sleep(3 * DAYS);
  expect(await loan.snapshot()).toMatchObject({ stage, ended: false });
  environment.bank.applications.change(String(facts.applicationId), { status: 'DECLINED' });
  expect(await loan.result()).toMatchObject({ stage: 'DECLINED' });
});

test.each<[WorkflowType, unknown, string[]]>([
  [
    workflowTypes.loan,
    { reference: 'a b', application: { amountKobo: 5, months: 99 } },
    ['reference', 'customer', 'application.amountKobo', 'months'],
  ],
  [workflowTypes.loan, undefined, ['object']],
  [workflowTypes.loan, 'LN-1', ['object']],
  [workflowTypes.enrolment, null, ['object']],
  [
    workflowTypes.enrolment,
    { customer: { reference: 'C-1', bvn: '1' } },
    ['customer.firstName', 'customer.bvn'],
  ],
  [workflowTypes.payout, {}, ['reference', 'amountKobo', 'source', 'beneficiary']],
  [workflowTypes.payout, undefined, ['object']],
])('%s with a useless input ends at once and names every problem', async (workflow, input, named) => {
  const started = await environment.start(workflow, `useless-${workflow}-${JSON.stringify(input)}`, input);
  const failure = await started.result().then(String, (error: unknown) => String((error as Error).cause));
  expect(failure).toContain('The input cannot be used');
  for (const name of named) expect(failure).toContain(name);
});
