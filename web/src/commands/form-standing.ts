import type { ApprovalItem, CasePage, OfferedCommand, PayoutFacts } from '../../../src/desk/contract';
import { isProblem } from '../api/problem';
import type { Target } from './use-command';

/** Commands that let money go on. */
export const LETTING = ['approve', 'confirmProposal', 'confirmName', 'release'];

/** Whether a command is for the content that the form shows alone. What stops money is taken at any time. */
export const isBound = (command: string): boolean =>
  [...LETTING, 'amend', 'retry', 'resolveAttention', 'acceptOffer', 'chargeNow', 'resolveCharge'].includes(
    command,
  );

/** What a form is opened with, and what its page has of the same later. */
export interface Decided {
  readonly target: Target;
  readonly command: OfferedCommand;
  /** The object of the decision, shown on top of the form. */
  readonly sheet?: PayoutFacts | ApprovalItem | undefined;
  /** The facts that it is about, if it is not about a payout. */
  readonly facts?: readonly CasePage['facts'][number][];
}

/**
 * How an open form stands to its case. `changed`: what it shows is not what would be decided about. `moved`: the
 * case went to another stage. Both can take up what is there now, if the command is still allowed. `gone`: what
 * it shows waits for nobody.
 */
type Standing = 'open' | 'changed' | 'moved' | 'gone';

interface Sent {
  readonly isSending: boolean;
  readonly error: unknown;
}

/** `asked`: the case as it answered after the form was opened. */
export function standingOf(
  opened: Decided,
  now: Decided,
  asked: CasePage | undefined,
  { isSending, error }: Sent,
): Standing {
  const problem = isProblem(error) ? error : undefined;
  // After a lost answer it is sent again, and shows its receipt.
  if (isSending || problem?.isUnanswered) return 'open';
  const { target, command } = opened;
  const { digest } = target;
  const isChanged =
    changedIn(opened.facts, now.facts).length > 0 ||
    (isBound(command.name) && target.changes !== now.target.changes);
  const isAskedAnew = now.sheet && 'digest' in now.sheet && now.sheet.digest !== digest;
  const isDecided =
    digest !== undefined &&
    asked !== undefined &&
    asked.unanswered === undefined &&
    asked.approvals.every((one) => one.digest !== digest);
  if (isDecided && !(isChanged && now.command.allowed && isAskedAnew)) return 'gone';
  if (isChanged && (now.command.allowed || !problem?.is('changed'))) return 'changed';
  if (problem?.is('changed')) return 'gone';
  const hasMoved = problem?.is('refused') && digest === undefined && target.stage !== now.target.stage;
  return hasMoved ? 'moved' : 'open';
}

/** The facts that are not as they were. */
export const changedIn = (before: Decided['facts'] = [], now: Decided['facts'] = []) =>
  now.filter((fact) => before.every(({ name, value }) => name !== fact.name || value !== fact.value));
