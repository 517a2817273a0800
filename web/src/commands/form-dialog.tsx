import { Button, Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Refusal } from './refusal';

interface DialogProps {
  readonly title: string;
  readonly size?: 'lg';
  readonly fullScreen?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something over the page, for as long as it is rendered; then the focus is back where it was before. */
export function Dialog({ title, size, fullScreen = false, onClose, children }: DialogProps) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size && { size })}
      fullScreen={fullScreen}
      returnFocus={false}
    >
      {children}
    </Modal>
  );
}

interface FormDialogProps extends DialogProps {
  /** What the button that sends says. */
  readonly send?: string;
  readonly isSending: boolean;
  readonly error: unknown;
  /** The form itself says what is wrong with a field. */
  readonly noValidate?: boolean;
  readonly onSend: () => void;
}

/** A form over the page, with its buttons; it says why what was sent was not taken. */
export const FormDialog = ({
  send = 'Send',
  isSending,
  error,
  noValidate,
  onSend,
  children,
  ...dialog
}: FormDialogProps) => (
  <Dialog {...dialog}>
    <form
      className="stack"
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      // The Enter that has opened the form, held a moment too long, must not send it.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    >
      {children}
      <Refusal error={error} />
      <div className="row end">
        <Button variant="default" onClick={dialog.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending}>
          {send}
        </Button>
      </div>
    </form>
  </Dialog>
);

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
