import { operationNamed, operationNames, type OperationName } from '../../src/service/contract';
import { plantFor } from '../aim';
import type { Arena } from '../arena';
import { unwilling, willing } from '../people';
import { committedFor, differences, largestCount, type Outcome } from '../effects';
import { say } from '../report';
import { newLoan } from '../subjects';
import { undisturbed } from '../undisturbed';
import type { Row, Run } from './run';

/** The courses that a loan takes here; together they use every write. */
const courses = { accepted: willing, declined: unwilling };
type Course = keyof typeof courses;

/** The contract's writes that a loan made, by what they committed. */
const writesOf = ({ entries }: Outcome): OperationName[] =>
  operationNames
    .filter((name) => operationNamed(name).effect !== 'none')
    .filter((name) => entries.some(({ operation }) => operation === name));

/** The same loan once more, with the reply to one write lost after its commit. */
async function losing(arena: Arena, operation: OperationName, course: Course, model: Outcome): Promise<Row> {
  const { world } = arena.sandbox;
  const loan = newLoan(arena, operation, courses[course]);
  const fault = plantFor(world, operation, loan, { kind: 'reset-after' });
  const end = await loan.run();
  const entries = committedFor(world, loan);
  const effects = largestCount(entries.filter((entry) => entry.operation === operation));
  const isSame = end === model.end && differences({ end, entries }, model).length === 0;
  say(`  ${operation}: ${end}, ${fault.hits} reply lost`);
  return { fields: { operation, end, effects }, holds: isSame && effects === 1 && fault.hits === 1 };
}

async function attack(arena: Arena, { quick }: { quick: boolean }): Promise<Row[]> {
  const [accepted, declined] = await Promise.all([
    undisturbed(arena, newLoan(arena, 'accepted', courses.accepted)),
    undisturbed(arena, newLoan(arena, 'declined', courses.declined)),
  ]);
  say(`Undisturbed, a loan ends ${accepted.end}, or ${declined.end} when its offer is declined.`);
  const usual = writesOf(accepted);
  const mayRepeat = (name: OperationName) => quick && operationNamed(name).effect !== 'once';
  const only = (names: OperationName[]) => names.filter((name) => !mayRepeat(name));
  return Promise.all([
    ...only(usual).map((name) => losing(arena, name, 'accepted', accepted)),
    ...only(writesOf(declined).filter((name) => !usual.includes(name))).map((name) =>
      losing(arena, name, 'declined', declined),
    ),
  ]);
}

export const loanLostReplies: Run = {
  proves:
    'At each write of a loan the reply is lost after its commit: the loan ends the same, and the effect stands once.',
  attack,
};
