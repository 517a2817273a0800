import type { ApprovalItem, CasePage, OfferedCommand, PayoutFacts } from '../../../src/desk/contract';
import { secondPerson } from '../../../src/domain/case/agreement';
import { isProblem } from '../api/problem';
import { isHeld } from '../parts/is-held';
import type { Target } from './use-command';

/** Commands that let money go on unless it is held back. */
const AGREEING = ['approve', 'confirmProposal', 'confirmName'];
/** Commands that let money go on. */
export const LETTING = [...AGREEING, 'release'];

const BOUND = [
  ...[...LETTING, 'amend', 'retry', 'resolveAttention', 'acceptOffer', 'chargeNow', 'resolveCharge'],
  ...['confirmAccountHolder', 'confirmCustomer', 'acceptRows', 'resumeApplication'],
];

/** Whether a command is for the content that the form shows alone. What stops money is taken at any time. */
export const isBound = (command: string): boolean => BOUND.includes(command);

/** Commands that are taken whatever the case has become: their forms show it as it is now. */
export const STOPPING = ['hold', 'cancel', 'pause', 'pauseCharging', 'withdraw', 'returnToApplicant'];

/**
 * Whether a command is for the stage in which the form was opened. A document is handed in wherever the loan stands; an
 * answer to a proposal is bound to that instead.
 */
export const isForStage = ({ name, fields }: Pick<OfferedCommand, 'name' | 'fields'>): boolean =>
  ![...STOPPING, ...Object.keys(secondPerson([]))].includes(name) &&
  fields.every(({ kind }) => kind !== 'document');

/** What a form is opened with, and what its page has of the same later. */
export interface Opened {
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
  opened: Opened,
  now: Opened,
  asked: CasePage | undefined,
  { isSending, error }: Sent,
): Standing {
  const problem = isProblem(error) ? error : undefined;
  // After a lost answer it is sent again, and shows its receipt.
  if (isSending || problem?.isUnanswered) return 'open';
  const { target, command } = opened;
  const { digest } = target;
  // What is let go on while it is held back waits for a release; after one it is paid.
  const isReleased =
    AGREEING.includes(command.name) && isHeld(opened.sheet) && !!asked?.payout && !isHeld(asked.payout);
  const isChanged =
    isReleased ||
    (!STOPPING.includes(command.name) &&
      (isBound(command.name) ? isOther(opened, now) : changedIn(opened.facts, now.facts).length > 0));
  const isAskedAnew = now.sheet && 'digest' in now.sheet && now.sheet.digest !== digest;
  const isDecided =
    digest !== undefined &&
    asked !== undefined &&
    asked.unanswered === undefined &&
    asked.approvals.every((one) => one.digest !== digest || isProposedAnew(opened.sheet, one));
  if (isDecided && !(isChanged && now.command.allowed && isAskedAnew)) return 'gone';
  // A form without a digest stays with all that is typed in it.
  const isLost = digest !== undefined && problem?.is('changed');
  if (isChanged && (now.command.allowed || !isLost)) return 'changed';
  if (problem?.is('changed')) return isLost ? 'gone' : 'changed';
  const hasMoved = problem?.is('refused') && digest === undefined && target.stage !== now.target.stage;
  return hasMoved ? 'moved' : 'open';
}

/** Whether a proposal is another one of the same content than that shown: its reason may be another. */
const isProposedAnew = (before: Opened['sheet'], now: ApprovalItem): boolean =>
  now.what === 'proposal' && before !== undefined && 'since' in before && before.since !== now.since;

/**
 * What is decided about, as it was shown, with what happens around it while the form is open: whether it is held
 * back or a change is proposed, who has agreed, whether its account was paid before, and other payments like it.
 */
export function withNews<S extends Opened['sheet']>(sheet: S, now: CasePage | undefined): S {
  if (!sheet || !now) return sheet;
  const isAsked = 'digest' in sheet;
  const asked = isAsked ? now.approvals.find(({ digest }) => digest === sheet.digest) : undefined;
  const same = asked ?? (isAsked ? undefined : now.payout);
  const { alike, isNew } = same && isSamePayment(same, sheet) ? same : sheet;
  return {
    ...{ ...sheet, alike, isNew, changing: (same ?? sheet).changing },
    ...(asked && {
      ...{ confirmations: asked.confirmations, approvers: asked.approvers },
      ...{ meanwhile: asked.meanwhile, ifRejected: asked.ifRejected },
    }),
    ...(now.payout && { held: now.payout.held }),
  };
}

const isSamePayment = (one: PayoutFacts, other: PayoutFacts): boolean =>
  one.amountKobo === other.amountKobo && one.beneficiaryAccount === other.beneficiaryAccount;

/** Whether what is decided about is not as it was. */
export const isOther = (before: Opened, now: Opened): boolean =>
  before.target.changes !== now.target.changes || changedIn(before.facts, now.facts).length > 0;

/** The facts that are not as they were. */
export const changedIn = (before: Opened['facts'] = [], now: Opened['facts'] = []) =>
  now.filter((fact) => before.every(({ name, value }) => name !== fact.name || value !== fact.value));
