import { Kbd } from '@mantine/core';
import type { ApprovalItem, OfferedCommand } from '../../../src/desk/contract';
import { isAmong, WITHDRAW } from '../../../src/domain/case/agreement';
import { useSession } from '../api/session';
import { isInDoubt } from '../parts/decision-sheet';
import { CommandButton } from '../parts/frames';
import { withValue } from './command-dialog';

/** An offered command as it answers one of a case's open approvals and proposals, the digest of which it takes. */
export function answerTo(
  item: ApprovalItem,
  command: OfferedCommand,
  commands: readonly OfferedCommand[],
  me: string,
): OfferedCommand {
  const { agree, refuse, digest, freshLogin, proposedBy } = item;
  const own = command.name === refuse && proposedBy !== undefined && isAmong([proposedBy], me);
  const proposed = commands.find(({ name, summary }) => [name, summary].includes(item.command ?? ''));
  return {
    ...withValue(command, 'sha256', digest),
    ...(own && { summary: WITHDRAW }),
    freshLogin: command.freshLogin || (command.name === agree && freshLogin),
    // Nobody has to agree any more to what was proposed once the people have.
    ...(command.name === 'confirmProposal' && { others: afterAgreement(proposed) }),
  };
}

/** The people that a proposed command needs once people have agreed to it: a change is only proposed where no approval follows. */
function afterAgreement(proposed: OfferedCommand | undefined): OfferedCommand['others'] {
  const { approval, rules } = proposed?.others ?? {};
  return { rules, approval: proposed?.name === 'amend' ? undefined : approval };
}

interface DecisionButtonsProps {
  readonly item: ApprovalItem;
  /** The commands of its case, as far as they are known. */
  readonly commands: readonly OfferedCommand[];
  /** Whether it is the one chosen of a list: keys press its buttons, and one is green. Of several on a page none is. */
  readonly isChosen?: boolean;
  readonly onDecide: (which: 'agree' | 'refuse') => void;
}

/** The buttons by which a person agrees to an approval or a proposal, refuses it, or takes back their own. */
export function DecisionButtons({ item, commands, isChosen = false, onDecide }: DecisionButtonsProps) {
  const me = useSession().data?.subject ?? '';
  const offered = (name: string) => commands.find((command) => command.name === name);
  const button = (which: 'agree' | 'refuse', otherwise: string) => {
    const command = offered(item[which]);
    return (
      <CommandButton
        data-answer={item[which]}
        variant={isChosen && which === 'agree' && !isInDoubt(item) ? 'filled' : 'default'}
        rightSection={
          isChosen && (
            <Kbd className="only-wide" aria-hidden="true">
              {which === 'agree' ? 'a' : 'r'}
            </Kbd>
          )
        }
        onClick={() => onDecide(which)}
      >
        {command ? answerTo(item, command, commands, me).summary : otherwise}
      </CommandButton>
    );
  };
  return (
    <div className="stack tight commands">
      {item.allowed && button('agree', 'Approve')}
      {(item.allowed || offered(item.refuse)?.allowed) && button('refuse', 'Reject')}
    </div>
  );
}
