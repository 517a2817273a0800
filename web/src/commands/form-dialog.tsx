import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

interface FormDialogProps {
  readonly title: string;
  readonly size?: 'lg';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page, for as long as it is rendered; then the focus is back where it was before. */
export function FormDialog({ title, size, onClose, children }: FormDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={title} {...(size && { size })} returnFocus={false}>
      {children}
    </Modal>
  );
}

/** Mantine gives the focus back when a dialog is closed, not when it is taken from the page. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const isPassing = before?.closest('[role=dialog]') !== null;
      const target = isThere && !isPassing ? before : document.getElementById('page');
      target?.focus({ preventScroll: true });
    },
    [before],
  );
}
