import { Button, FileButton, Stack } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { Icon } from './icons';

/** Whether files are held over an area, and the props by which the area takes them. */
export function useDrop(take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, isNow: boolean) => {
    event.preventDefault();
    setOver(isNow);
  };
  const area = {
    onDragOver: (event: DragEvent) => over(event, true),
    onDragLeave: (event: DragEvent) => over(event, false),
    onDrop: (event: DragEvent) => {
      over(event, false);
      take([...event.dataTransfer.files]);
    },
  };
  return { isOver, area };
}

interface DropTargetProps {
  /** The name of the file field. */
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly several?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** An area to drop files on, with a button for the file dialog, for input without a mouse. */
export function DropTarget({ label, hint, accept, several = false, onFiles }: DropTargetProps) {
  // Without this, people could not choose a corrected file a second time.
  const forget = useRef<() => void>(null);
  const take = (chosen: readonly File[]) => {
    if (chosen.length > 0) onFiles(several ? chosen : chosen.slice(0, 1));
    forget.current?.();
  };
  const { isOver, area } = useDrop(take);
  return (
    <Stack
      align="center"
      gap={6}
      className="drop"
      role="group"
      aria-label={label}
      mod={{ over: isOver }}
      {...area}
    >
      <Icon name="upload" size={24} />
      <strong>{label}</strong>
      <span className="small">{hint}</span>
      <FileButton
        multiple
        accept={accept}
        resetRef={forget}
        inputProps={{ multiple: several, 'aria-label': label }}
        onChange={take}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs">
            {several ? 'Choose files' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}
