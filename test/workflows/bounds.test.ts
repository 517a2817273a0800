import { caseId } from '../../src/domain/wire/workflow-ids';
import { holderOf } from '../../sandbox/money/banks';
import { bring } from '../support/workflows/loan-steering';
import { loanFile, payoutFile } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';
import type { RepaymentResult } from '../../src/domain/repayment/stages';

const DAY = 24 * 60;
const NUMBER = '0000000080';
/** EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES. */
const UPSERT = 40;

/** What a case writes. How many workflow tasks that takes depends on what comes together, such as the ends of uploads. */
const written = (events: readonly number[]) => events.filter((type) => !WORKFLOW_TASK.includes(type)).length;
/** EVENT_TYPE_WORKFLOW_TASK_SCHEDULED, STARTED, COMPLETED. */
const WORKFLOW_TASK = [5, 6, 7];

/** A service that does at once whatever it is asked for. */
const environment = steering({
  durations: {
    registration: 0,
    kyc: 0,
    bankStatement: 0,
    decision: 0,
    boardReview: 0,
    guarantor: 0,
    staffReview: 0,
    disbursement: 0,
    loanRegistration: 0,
    payoutSettlement: 0,
  },
});

async function callsSoFar(): Promise<number> {
  const calls = Object.values(await environment.parts().calls()) as unknown as { calls: number }[];
  return calls.reduce((sum, { calls: made }) => sum + made, 0);
}

test('a payout to a new beneficiary takes at most 3 calls and 33 events', async () => {
  const before = await callsSoFar();
  const payout = await environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));
  await payout.result();
  expect((await callsSoFar()) - before).toBeLessThanOrEqual(3);
  const events = await payout.eventTypes();
  expect(events.length).toBeLessThanOrEqual(33);
  // Sending, pending, waiting, the end: what was given at the start is not written again.
  expect(events.filter((type) => type === UPSERT).length).toBeLessThanOrEqual(4);
});

test('a payout to a known beneficiary takes 2 calls and at most 26 events', async () => {
  const payTo = () => environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));
  await (await payTo()).result();
  const before = await callsSoFar();
  const payout = await payTo();
  await payout.result();
  expect((await callsSoFar()) - before).toBe(2);
  expect((await payout.eventTypes()).length).toBeLessThanOrEqual(26);
});

test('a loan takes at most 26 calls and 125 events to its disbursement, and 178 in all, without those of workflow tasks', async () => {
  const before = await callsSoFar();
  const file = loanFile();
  const loan = await environment.startLoan(file);
  await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  const { loanId } = await loan.result<{ loanId: string }>();
  expect((await callsSoFar()) - before).toBeLessThanOrEqual(26);
  const enrolment = environment.found(caseId('enrolment', file.customer.reference));
  const applied = written(await loan.eventTypes()) + written(await enrolment.eventTypes());
  expect(applied).toBeLessThanOrEqual(125);
  const repayment = environment.found(caseId('repayment', loanId));
  await repayment.until(({ facts }) => facts.instalmentsPaid === 5, DAY);
  // With its parent gone, the end of a child would stop this server's clock: from here on it runs by itself.
  await environment.parts().env.connection.testService!.unlockTimeSkipping({});
  const end = repayment.handle.result() as Promise<RepaymentResult>;
  expect(await end).toMatchObject({ stage: 'CLOSED' });
  expect(applied + written(await repayment.eventTypes())).toBeLessThanOrEqual(178);
});
