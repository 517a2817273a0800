import type { CasePage } from '../../../../src/desk/contract';
import { CommandDialog } from '../../commands/dialog';

interface OpenCommandProps {
  readonly shown: CasePage;
  readonly command: string | undefined;
  readonly document: string | undefined;
  readonly onClose: () => void;
}

/**
 * The form of the command that the address names. It keeps the command as it was offered when it was opened, so that a
 * case that moves on meanwhile refuses it with a reason instead of taking the form away.
 */
export function OpenCommand({ shown, command, document, onClose }: OpenCommandProps) {
  const offered = shown.commands.find(({ name }) => name === command);
  if (!offered) return null;
  const { kind, reference, stage, documents } = shown;
  return (
    <CommandDialog
      key={offered.name}
      target={{ kind, reference, stage }}
      command={offered}
      documents={documents}
      document={document}
      onClose={onClose}
    />
  );
}
