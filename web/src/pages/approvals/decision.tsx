import { useQuery } from '@tanstack/react-query';
import type { ApprovalItem, OfferedCommand } from '../../../../src/desk/contract';
import { caseQuery } from '../../api/queries';
import { CommandDialog } from '../../commands/dialog';
import { FormDialog } from '../../commands/form-dialog';
import { Loaded } from '../../parts/loaded';
import { Note } from '../../parts/frames';

interface DecisionProps {
  readonly item: ApprovalItem;
  readonly which: 'agree' | 'refuse';
  readonly onClose: () => void;
}

/**
 * The form that agrees or refuses. The digest stays what was shown, whatever the case has come to meanwhile: the
 * case itself refuses another one.
 */
export function Decision({ item, which, onClose }: DecisionProps) {
  const { kind, reference } = item;
  const query = useQuery({ ...caseQuery(kind, reference), refetchInterval: false });
  const name = which === 'agree' ? item.agree : item.refuse;
  const command = query.data?.commands.find((one) => one.name === name);
  if (query.data && command?.allowed)
    return (
      <CommandDialog
        target={{ kind, reference, stage: query.data.stage }}
        command={withDigest(command, item)}
        documents={[]}
        onClose={onClose}
      />
    );
  return (
    <FormDialog onClose={onClose} title={`Approval of ${reference}`}>
      <Loaded query={query} what={reference}>
        {() => (
          <Note tone="danger">
            <strong>The case refused it</strong>
            <span>{command?.whyNot ?? 'This command cannot be given now.'}</span>
          </Note>
        )}
      </Loaded>
    </FormDialog>
  );
}

const withDigest = (command: OfferedCommand, { digest, freshLogin }: ApprovalItem): OfferedCommand => ({
  ...command,
  freshLogin: command.freshLogin || freshLogin,
  fields: command.fields.map((field) => (field.kind === 'sha256' ? { ...field, value: digest } : field)),
});
