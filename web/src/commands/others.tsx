import type { CasePage, Kind, OfferedCommand } from '../../../src/desk/contract';
import { leftOf } from '../../../src/domain/case/agreement';
import { nairaText } from '../format/money';
import { morePeople, othersText, spoken } from '../format/words';
import { Note } from '../parts/frames';
import type { AfterChange } from './after-change';

interface OthersProps {
  readonly command: OfferedCommand;
  readonly kind: Kind;
  /** The chosen outcome, with which the command may need nobody else. */
  readonly outcome: string | undefined;
  /** Whether nobody else has to agree to a proposal after this person. */
  readonly isLast: boolean;
  /** The people that the change needs, in place of those by what the case is now. */
  readonly afterChange?: AfterChange['others'];
}

/** Says before a command is sent that other people must agree to it, and what happens then. */
export function Others({ command, kind, outcome = '', isLast, afterChange }: OthersProps) {
  const { others } = command;
  if (!others && afterChange === undefined) return null;
  const { approval, except = [] } = others ?? {};
  const isProposal = command.name === 'confirmProposal';
  const agreement = afterChange && !isProposal ? afterChange.agreement : others?.agreement;
  const mustAgree = agreement && !except.includes(outcome);
  if (agreement && !mustAgree && !approval) return null;
  const effect = isProposal ? effectOfConsent(isLast) : 'This takes effect at once.';
  return (
    <Note tone="info">
      {mustAgree
        ? `Before this takes effect, ${othersText(agreement)} must agree${afterChange ? '' : fromText(command, agreement)}. Whoever has made or changed what it is about does not count.`
        : effect}{' '}
      {afterChange?.approval ?? whatFollows(command, kind)}
    </Note>
  );
}

const effectOfConsent = (isLast: boolean): string =>
  isLast
    ? 'With your approval this takes effect at once.'
    : 'Once the others who must agree have agreed, this takes effect at once.';

const hasAmount = ({ fields }: OfferedCommand) => fields.some(({ name }) => name === 'amountKobo');

const fromText = (command: OfferedCommand, { fromKobo }: { readonly fromKobo: number }): string =>
  hasAmount(command) && fromKobo > 0 ? ` from ${nairaText(fromKobo)} on` : '';

/** The approval that follows a command, by the rule for the case's present amount alone: the case tells no other. */
function whatFollows(command: OfferedCommand, kind: Kind): string {
  const { name, others: { approval } = {} } = command;
  const ofLarger = hasAmount(command) ? '; a larger amount may need more people' : '';
  const waits = `Then the ${spoken(kind).toLowerCase()} waits for approval as usual:`;
  if (approval && name === 'excludeRows' && approval.fromKobo > 0) return `${waits} ${ofWhatStays(approval)}`;
  if (approval)
    return `${waits} before it is paid, ${othersText(approval)} must approve it${fromText(command, approval)}${ofLarger}.`;
  if (kind === 'loan') return name === 'setDisbursementAccount' ? IN_ANOTHERS_NAME : '';
  return `No further approval is needed then${ofLarger}.`;
}

const IN_ANOTHERS_NAME =
  'If the bank holds the account in a name that is not the borrower’s, two people must also agree to that before the loan is paid.';

/** The rule of the present sum holds for a smaller one only down to where it begins; the case tells no other rule. */
const ofWhatStays = (rule: NonNullable<NonNullable<OfferedCommand['others']>['approval']>) =>
  `${othersText(rule)} must approve it before it is paid if ${nairaText(rule.fromKobo)} or more stays in it. If less stays, its page then says who must approve it.`;

/** Stages of a payout in which nothing but the hold is between it and its send. */
const APPROVED = ['APPROVED', 'SUBMITTING'];

/** Says before a payout is released whether it is sent then, or still waits for people. */
export function AfterRelease({ shown }: { readonly shown: CasePage }) {
  const { approvals, payout, stage, waiting, attention } = shown;
  const left = leftOf(approvals.find(({ what }) => what === 'case')?.confirmations ?? '');
  // Holds and obstacles are waited for once no approval is missing, in whatever stage.
  const isLast =
    APPROVED.includes(stage) || waiting?.for === 'RELEASE' || attention?.actions.includes('release') === true;
  return (
    <Note tone="info">
      {left > 0
        ? `After the release it still waits: ${morePeople(left).toLowerCase()} must approve it.`
        : payout?.changing
          ? 'After the release it still waits: people have to decide about the proposed change first.'
          : isLast
            ? 'After the release it goes on to be sent.'
            : 'After the release its checks go on; an approval may follow.'}
    </Note>
  );
}
