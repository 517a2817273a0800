import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { connection } from '../api/connection';
import { isProblem } from '../api/problem';
import { useIsLoggedOut } from '../api/session';
import { OpensElsewhere } from '../parts/case-link';
import { CommandButton, Note } from '../parts/frames';
import { SendForm } from '../parts/send-form';
import { useLasting } from '../parts/states';
import { Refusal } from './refusal';

interface DialogProps {
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly fullScreen?: boolean;
  /** Whether it holds what somebody typed, so that the browser asks before it leaves the page. */
  readonly isKept?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page while it is rendered; then the focus returns. The browser's Back closes only it. */
export function Dialog({ title, size, fullScreen = false, isKept = false, onClose, children }: DialogProps) {
  useFocusBack();
  const isLoggedOut = useIsLoggedOut();
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      // The router goes forward again first: only then is the address that of the form.
      window.addEventListener('popstate', onClose, { once: true });
      return true;
    },
    enableBeforeUnload: isKept,
  });
  return (
    <Modal
      opened
      // Escape must not close it below the notice that the session has ended.
      closeOnEscape={!isLoggedOut}
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
  /** Label of the button that sends. */
  readonly send?: string;
  /** Whether nothing should invite to send it. */
  readonly isInDoubt?: boolean;
  readonly isSending: boolean;
  readonly error: unknown;
  /** What is decided about, in a line beside the buttons: on a phone the rest has scrolled away by then. */
  readonly brief?: string;
  /** Why it cannot be sent yet. */
  readonly notYet?: string;
  /** Shows the case as it is now; set once it has changed, so that nobody can send this form any more. */
  readonly onAnew?: () => void;
  /** Takes up the case's new stage with what is typed; set once the case has moved on. */
  readonly onGoOn?: () => void;
  /** Whether the form itself reports problems with fields. */
  readonly noValidate?: boolean;
  /** Whether it begins with text that somebody typed. */
  readonly isTyped?: boolean;
  readonly onSend: () => void;
}

/** A form over the page, with its buttons, which shows refusals. Only its button that closes throws typed text away; under the notice that nothing was sent it asks, too. */
export function FormDialog({
  send = 'Send',
  isInDoubt = false,
  isSending,
  error,
  brief,
  notYet,
  onAnew,
  onGoOn,
  noValidate,
  isTyped = false,
  onSend,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const [typed, setTyped] = useState<'nothing' | 'something' | 'asked about'>(
    isTyped ? 'something' : 'nothing',
  );
  const isAway = useSyncExternalStore(connection.follow, connection.isAway);
  // Once sending is possible again, the notice that nothing was sent goes.
  const isOver = !isAway && isProblem(error) && error.isUnsent;
  const isKept = typed !== 'nothing' && !isSending;
  const isAtLogin = isProblem(error) && error.is('fresh-login');
  const answers = useRef<HTMLDivElement>(null);
  const showAnswers = () => answers.current?.scrollIntoView({ block: 'nearest' });
  const isAsked = typed === 'asked about';
  const isBlocked = notYet !== undefined && onAnew === undefined;
  const isOvertaken = onAnew !== undefined || onGoOn !== undefined;
  useEffect(() => {
    if (error || isAsked || isOvertaken) showAnswers();
  }, [error, isAsked, isOvertaken]);
  // The button may be meant for this notice alone.
  const isUnsent = isProblem(error) && error.hadNoEffect && !isOver && !isAsked;
  const again = isProblem(error) && error.isUnanswered ? ' again' : '';
  const dismiss = isSending ? 'Stop waiting' : `Close without sending${again}`;
  const isLong = useLasting(isSending);
  // What has changed is on top, and the buttons must be out of sight until it was there.
  const goOn = () => {
    onGoOn?.();
    const dialog = answers.current?.closest<HTMLElement>('[role=dialog]');
    dialog?.focus({ preventScroll: true });
    dialog?.scrollTo({ top: 0 });
  };
  const close = () => {
    if (isKept) setTyped('asked about');
    else onClose();
    showAnswers();
  };
  return (
    <Dialog {...dialog} isKept={isKept && !isAtLogin} onClose={close}>
      <SendForm
        className="stack"
        noValidate={noValidate}
        isSending={isSending}
        onChange={() => setTyped('something')}
        onSend={() => {
          if (onAnew) onAnew();
          else if (notYet === undefined) {
            if (isAsked) setTyped('something');
            onSend();
          }
        }}
      >
        <OpensElsewhere value={true}>{children}</OpensElsewhere>
        <div ref={answers} className="stack">
          <Refusal error={isOver ? undefined : error} isSending={isSending} />
          {isLong && <p className="soft">It is sent: to stop waiting does not take it back.</p>}
          {isOver && !isOvertaken && <p className="soft">It can be sent again. Nothing was sent before.</p>}
          {onGoOn && (
            <CommandButton variant="default" onClick={goOn}>
              Go on with the case as it is now
            </CommandButton>
          )}
          {isAsked && (
            <Note tone="attention" role="alert">
              Throw away what you typed? Then press {dismiss}.
            </Note>
          )}
          {brief !== undefined && <strong className="break">{brief}</strong>}
          <div className="row end">
            {isBlocked && <span className="small soft">{notYet}</span>}
            <Button variant="default" onClick={isUnsent ? close : onClose}>
              {dismiss}
            </Button>
            <Button
              type="submit"
              variant={isInDoubt ? 'default' : 'filled'}
              onClick={swallowNextAt}
              disabled={isBlocked}
              loading={isSending}
              title="Ctrl-Enter"
              aria-keyshortcuts="Control+Enter"
            >
              {onAnew ? 'Look at it again' : send}
            </Button>
          </div>
        </div>
      </SendForm>
    </Dialog>
  );
}

/** Time after a press in which a second one at the same place is meant for the same button, in milliseconds. */
const DOUBLE_PRESS_MS = 1_000;
/** How far apart two presses of one finger are at most, in pixels. */
const DOUBLE_PRESS_PX = 30;

/** Once the form has closed, a second press where its button was must not reach what lay below. */
function swallowNextAt({ clientX, clientY, detail, currentTarget }: MouseEvent<HTMLButtonElement>): void {
  // Pressed by a key.
  if (detail === 0) return;
  const swallow = (event: globalThis.MouseEvent) => {
    const isFar = Math.hypot(event.clientX - clientX, event.clientY - clientY) > DOUBLE_PRESS_PX;
    if (isFar || currentTarget.isConnected) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, true);
  setTimeout(() => document.removeEventListener('click', swallow, true), DOUBLE_PRESS_MS);
}

/** Returns the focus on unmount: Mantine does so only when a dialog is closed, not when it is removed. */
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
