import { Button } from '@mantine/core';
import { Note } from '../parts/frames';
import type { useStart } from './use-start';

interface DraftNoteProps {
  readonly start: ReturnType<typeof useStart>;
  readonly onClear?: () => void;
}

/** Says that a form has opened with a draft, and what that lacks. */
export const DraftNote = ({ start: { foundDraft, clear }, onClear }: DraftNoteProps) =>
  foundDraft !== undefined && (
    <Note tone="info">
      <span>This is a draft of yours{foundDraft === 'whole' ? '.' : '; what is personal was not kept.'}</span>
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            clear();
            onClear?.();
          }}
        >
          Clear
        </Button>
      </div>
    </Note>
  );
