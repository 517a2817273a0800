import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endLoginWindow, onLogin } from '../api/session';
import { LoginButton } from '../commands/login-button';
import { Page } from '../parts/frames';

interface SessionEndedProps {
  readonly isEnded: boolean;
  readonly login: string | undefined;
}

/** Above forms and dialogs, whose z-index is 200. */
const ABOVE_FORMS = 300;

/** Says over the open page that the session has ended. The page keeps its content meanwhile. */
export function SessionEnded({ isEnded, login }: SessionEndedProps) {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEnded) return undefined;
    return onLogin(() => void client.invalidateQueries());
  }, [isEnded, client]);
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_FORMS}
      title="Logged out"
    >
      <Stack>
        <p>
          Your session has ended. Log in again: a window opens for it, and what you typed on this page stays.
        </p>
        <LoginButton login={login} />
      </Stack>
    </Modal>
  );
}

/** The page to which the window of a login comes back. */
export default function LoggedIn() {
  useEffect(endLoginWindow, []);
  return <Page title="You are logged in">You may close this window, and go on where you were.</Page>;
}
