import { startRepaying } from '../support/workflows/loan-steering';
import { loanFile } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;
const MESSAGES = 2_000;
/** Updates that are more than one run takes. */
const ONE_RUN = 450;
const PAUSE_EVERY = 100;

/** A loan over sixty months whose borrower falls into arrears, and catches up. */
function longLoan(): Promise<Steered> {
  const file = loanFile({ scenario: 'stops' });
  const { reference } = file;
  environment.bank.rules.add({ subject: 'loan', when: { reference }, then: { tenureMonths: 60 } });
  return startRepaying(environment, file);
}

/** The number of events of each run, the latest one first. */
async function runs({ handle: { workflowId } }: Steered, runId?: string): Promise<number[]> {
  const { events } = await environment.found(workflowId, runId).handle.fetchHistory();
  const earlier = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
  return [events?.length ?? 0, ...(earlier ? await runs(environment.found(workflowId), earlier) : [])];
}

/** Sends so many messages, one after the other; a run hands over once none comes for a moment. */
async function flood(repayment: Steered, messages: number): Promise<void> {
  for (let sent = 0; sent < messages; sent++) {
    await repayment.tell(sent % 2 === 0 ? 'pauseCharging' : 'resumeCharging');
    if (sent % PAUSE_EVERY === 0) await environment.sleep(1);
  }
}

const closed = (repayment: Steered) => repayment.until(({ ended }) => ended, 7 * DAY);

test('sixty instalments with arrears and thousands of messages stay bounded, and end as without them', async () => {
  const quiet = await longLoan();
  const plain = await closed(quiet);
  const busy = await longLoan();
  await busy.tell('recordPromise', { promisedOn: '2031-01-31' });
  await busy.tell('assign', { assignee: 'officer-9' });
  await flood(busy, MESSAGES - ONE_RUN);
  await busy.tell('addNote', { requestId: 'R-1', text: 'before a handover' });
  await flood(busy, ONE_RUN);
  const again = await busy.tell('addNote', { requestId: 'R-1', text: 'after it' });
  expect(again).toMatchObject({ repeated: true });
  const told = await closed(busy);
  const { loanId, customerId } = told.facts;
  expect(told).toMatchObject({
    stage: 'CLOSED',
    assignee: 'officer-9',
    facts: { ...plain.facts, loanId, customerId, promisedOn: '2031-01-31' },
  });
  const lengths = await runs(busy);
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(3_000);
});
