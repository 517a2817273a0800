import { Modal, Button, Group } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../src/desk/contract';
import { goToLogin, useSession } from '../api/session';
import { isProblem } from '../api/problem';
import { useTicks } from '../api/ticks';
import { GivenAfterLogin } from '../commands/receipts';
import { Failed, Loading } from '../parts/states';
import { Navigation, countsQuery } from './navigation';
import { Palette } from './palette';
import { TopBar } from './top-bar';
import { durationText } from '../format/time';
import { Icon } from '../parts/icons';

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

/** How often the age that is shown is counted anew, in milliseconds. */
const EVERY_MS = 10_000;

/** How long the desk may be silent before the page says so, in milliseconds: reconnecting takes a moment. */
const PATIENCE_MS = 3_000;

/** Says when lists are older than they should be, or when the desk does not answer at all. */
function FreshnessBanner({ isConnected }: { readonly isConnected: boolean }) {
  const { data, isError } = useQuery({ ...countsQuery, refetchInterval: EVERY_MS });
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isAway = useLasting(!isConnected || isError, PATIENCE_MS) || !isOnline;
  const freshness = data?.freshness;
  const age = freshness?.readAt === undefined ? undefined : Date.now() - Date.parse(freshness.readAt);
  const sentence = isAway
    ? 'The desk does not answer. What you see may be old; nothing that you send now is kept and sent later.'
    : freshness?.stale
      ? age === undefined
        ? 'The lists have not been read since the desk was started; they may be empty or incomplete.'
        : `The lists are ${durationText(age)} old: the server has not read newer ones. Receipts and open cases are current.`
      : undefined;
  return (
    <div role="alert" aria-label="Age of the lists">
      {sentence !== undefined && (
        <Group
          gap="sm"
          px="lg"
          py="xs"
          wrap="nowrap"
          bg="var(--attention-soft)"
          c="var(--attention)"
          fw={500}
        >
          <Icon name="warning" />
          <span>{sentence}</span>
        </Group>
      )}
    </div>
  );
}

/** Tells when the network of this machine goes or comes back. */
function onNetwork(changed: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, changed);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, changed);
  };
}

/** Whether something has been so for a while. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) {
      setLasts(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return lasts;
}
