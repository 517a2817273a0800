import { workflowInfo } from '@temporalio/workflow';
import type { CarriedActs } from '../commands/acts';
import type { CarriedProposal } from '../commands/proposals';
import type { RememberedReceipt } from '../commands/receipts';
import type { CarriedCase } from './carried-case';

/** What of the commands a run hands over to the next one. */
export interface CarriedCommands {
  readonly receipts: readonly RememberedReceipt[];
  readonly proposals: readonly CarriedProposal[];
  readonly acts: CarriedActs;
}

/** What a run of a case hands over to the next one: all that the case knows. */
export interface Carried {
  /** What the case was begun with, as its caller gave it. */
  readonly given: unknown;
  /** The parsed input, with all that was changed since. */
  readonly input: unknown;
  readonly file: CarriedCase;
  readonly commands: CarriedCommands;
  /** What only this kind of case knows. */
  readonly own: unknown;
}

/**
 * What the run before has handed over; nothing in the first run of a case, whatever its caller gave. A run that the server
 * starts again, by a retry policy or a schedule, goes on from nothing.
 */
export function carriedOver(message: unknown): Carried | undefined {
  const { continuedFromExecutionRunId, attempt, cronSchedule } = workflowInfo();
  const goesOn = continuedFromExecutionRunId !== undefined && attempt === 1 && !cronSchedule;
  return goesOn ? (Object(message) as { carried?: Carried }).carried : undefined;
}
