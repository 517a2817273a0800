import { Button } from '@mantine/core';
import { useRef, useState, type DragEvent } from 'react';
import { texts } from '../texts';
import { Icon } from './icons';

interface DropTargetProps {
  /** What is wanted, as the name of the file field. */
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly several?: boolean;
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A place to drop files on, with a button that opens the file dialog for everything but a mouse. */
export function DropTarget({
  label,
  hint,
  accept,
  several = false,
  disabled = false,
  onFiles,
}: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (!disabled && chosen.length > 0) onFiles(several ? chosen : chosen.slice(0, 1));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      className="drop"
      role="group"
      aria-label={label}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <strong>{label}</strong>
      <span className="small">{hint}</span>
      <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
        {texts.files.choose(several)}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={several}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
