import { setTimeout as sleep } from 'node:timers/promises';
import { readCase } from '../../src/cases/snapshot';
import { startCase } from '../../src/cases/start';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { loanInput } from '../../src/domain/loan/input';
import { boardResolution, endOf, sample } from '../payouts';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import { log } from '../report';
import { createSimulatedOperators, willing } from '../simulated-operators';
import type { TestEnvironment } from '../test-environment';
import { kinds } from '../../src/domain/kinds';
import type { LoanResult } from '../../src/domain/loan/stages';

/** Each look is a task of the worker. */
const LOOK_EVERY_MS = 10_000;
/** A killed worker is missed after minutes, once it held an open poll; a loan may be met by several, on a busy machine. */
const PATIENCE_MS = 60 * 60_000;

/** The bank decides and pays within minutes: what takes days in life would take hours on this clock. */
const SOON = {
  registrationSeconds: 60,
  bankStatementSeconds: 60,
  decisionSeconds: 60,
  disbursementSeconds: 60,
};

export const hurry = ({ sandbox }: TestEnvironment): void => {
  const { rules } = sandbox.state;
  rules.add({ subject: 'loan', when: {}, then: SOON });
  rules.add({ subject: 'kyc', when: {}, then: { afterSeconds: 60 } });
};

/** Takes a loan to its disbursement; the stage in which it ends, nothing when it does not end. */
export async function lend({ client }: TestEnvironment, number: number): Promise<string | undefined> {
  const reference = `LN-${number}-cluster`;
  const loan = loanInput.parse(loanFile(reference, String(22_600_000_000 + number)));
  await retryUntilAcknowledged(() => startCase(client, kinds.loan, loan), PATIENCE_MS);
  const workflowId = caseId('loan', reference);
  const answer = createSimulatedOperators(client, workflowId, willing);
  let last: CaseSnapshot | undefined;
  const over = new AbortController();
  const end = endOf<LoanResult>(client, workflowId, PATIENCE_MS).finally(() => {
    over.abort();
  });
  while (!over.signal.aborted) {
    const seen = await readCase(client, workflowId).catch(noAnswer);
    if (seen) answer((last = seen));
    await sleep(LOOK_EVERY_MS);
  }
  const stage = (await end)?.stage;
  if (stage === undefined)
    log(`  ${reference} is in ${last?.stage}: ${JSON.stringify(last?.waiting ?? last?.attention)}`);
  return stage;
}

/** A node or a worker was killed: another look will tell. */
const noAnswer = () => undefined;

function loanFile(reference: string, bvn: string) {
  const example = sample('loan-application');
  return {
    ...example,
    reference,
    customer: { ...example.customer, reference: reference.replace(/^LN/, 'CU'), bvn },
    documents: [...example.documents, boardResolution()],
    // A request for a statement that was lost with its worker looks like one under way: an officer asks again.
    policy: { ...example.policy, deadlines: { BANK_STATEMENT: 1 } },
  };
}
