import { Modal, Button } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../src/desk/contract';
import { goToLogin } from '../api/session';
import { isProblem } from '../api/problem';
import { useSession } from '../api/session';
import { useTicks } from '../api/ticks';
import { GivenAfterLogin } from '../commands/given-after-login';
import { Failed, Loading } from '../parts/states';
import { FreshnessBanner } from './freshness-banner';
import { Navigation } from './navigation';
import { Palette } from './palette';
import { TopBar } from './top-bar';

/** The frame of every page. Without a session it leaves for the login. */
export function Shell() {
  const { data: session, error, refetch } = useSession();
  const isLoggedOut = isProblem(error) && error.is('log-in');
  const login = isProblem(error) ? error.login : undefined;
  const leaves = isLoggedOut && !session;
  useEffect(() => {
    if (leaves) goToLogin(login);
  }, [leaves, login]);
  if (session)
    return (
      <>
        <Frame session={session} />
        <SessionEnded isEnded={isLoggedOut} login={login} />
      </>
    );
  if (error && !isLoggedOut)
    return (
      <main>
        <Failed error={error} retry={() => void refetch()} />
      </main>
    );
  return (
    <main>
      <Loading what="Officers' desk" />
    </main>
  );
}

function Frame({ session }: { readonly session: Session }) {
  const [isOpen, setOpen] = useState(false);
  const isConnected = useTicks();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="shell">
      <a className="skip-link" href="#page" onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <Navigation session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
      <div className="grow">
        <TopBar session={session} onMenu={() => setOpen(true)} />
        <FreshnessBanner isConnected={isConnected} />
        <main id="page" ref={main} tabIndex={-1} className="shell-main">
          <GivenAfterLogin />
          <Outlet />
        </main>
      </div>
      <Palette session={session} />
    </div>
  );
}

const SessionEnded = ({
  isEnded,
  login,
}: {
  readonly isEnded: boolean;
  readonly login: string | undefined;
}) => (
  <Modal
    opened={isEnded}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    title="Logged out"
  >
    <div className="stack">
      <p>Your session has ended: log in again. What you typed on this page is lost then.</p>
      <Button onClick={() => goToLogin(login)}>Log in again</Button>
    </div>
  </Modal>
);
