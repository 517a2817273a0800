import { operationNamed, operationNames, type OperationName } from '../../../src/bank/contract';
import { plantFor } from '../../faults/fault-target';
import type { TestEnvironment } from '../../test-environment';
import { unwilling, willing } from '../../simulated-operators';
import { committedFor, differences, largestCount, type Outcome, controlRun } from '../../effects';
import { log, type Row } from '../../report';
import { newLoan } from '../../target-cases';
import type { Attack } from '../run';

/** The courses that a loan takes here; together they use every write. */
const courses = { accepted: willing, declined: unwilling };
type Course = keyof typeof courses;

/** The contract's writes that a loan made, by what they committed. */
const writesOf = ({ entries }: Outcome): OperationName[] =>
  operationNames
    .filter((name) => operationNamed(name).effect !== 'none')
    .filter((name) => entries.some(({ operation }) => operation === name));

/** The same loan once more, with the reply to one write lost after its commit. */
async function losing(
  environment: TestEnvironment,
  operation: OperationName,
  course: Course,
  model: Outcome,
): Promise<Row> {
  const { state: bank } = environment.sandbox;
  const loan = newLoan(environment, operation, courses[course]);
  const fault = plantFor(bank, operation, loan, { kind: 'reset-after' });
  const end = await loan.run();
  const entries = committedFor(bank, loan);
  const effects = largestCount(entries.filter((entry) => entry.operation === operation));
  const isSame = end === model.end && differences({ end, entries }, model).length === 0;
  log(`  ${operation}: ${end}, ${fault.hits} reply lost`);
  return { fields: { operation, end, effects }, holds: isSame && effects === 1 && fault.hits === 1 };
}

async function attack(environment: TestEnvironment, { quick }: { quick: boolean }): Promise<Row[]> {
  const [accepted, declined] = await Promise.all([
    controlRun(environment, newLoan(environment, 'accepted', courses.accepted)),
    controlRun(environment, newLoan(environment, 'declined', courses.declined)),
  ]);
  log(`In the control run, a loan ends ${accepted.end}, or ${declined.end} when its offer is declined.`);
  const usual = writesOf(accepted);
  const mayRepeat = (name: OperationName) => quick && operationNamed(name).effect !== 'once';
  const only = (names: OperationName[]) => names.filter((name) => !mayRepeat(name));
  return Promise.all([
    ...only(usual).map((name) => losing(environment, name, 'accepted', accepted)),
    ...only(writesOf(declined).filter((name) => !usual.includes(name))).map((name) =>
      losing(environment, name, 'declined', declined),
    ),
  ]);
}

export const loanLostReplies: Attack = {
  proves:
    'At each write of a loan the reply is lost after its commit: the loan ends the same, and the effect stands once.',
  attack,
};
