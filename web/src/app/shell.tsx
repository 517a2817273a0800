import { Group } from '@mantine/core';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../src/desk/contract';
import { goToLogin, useIsLoggedOut, useSession } from '../api/session';
import { isProblem } from '../api/problem';
import { useTicks } from '../api/ticks';
import { forgetNotes } from '../commands/kept-note';
import { GivenAfterLogin } from '../commands/receipts';
import { Failed, Loading, useLasting } from '../parts/states';
import { Navigation, countsQuery } from './navigation';
import { Palette } from './palette';
import { SessionEnded } from './session-ended';
import { TopBar } from './top-bar';
import { durationText } from '../format/time';
import { Icon } from '../parts/icons';

/** The frame of every page. Without a session it goes to the login. */
export function Shell() {
  const { data: session, error, refetch } = useSession();
  const isLoggedOut = useIsLoggedOut();
  const login = isProblem(error) ? error.login : undefined;
  const leaves = isLoggedOut && !session;
  useEffect(() => {
    if (leaves) goToLogin(login);
  }, [leaves, login]);
  // Another person must not get what this one typed or may see.
  const first = useRef(session?.subject);
  useEffect(() => {
    first.current ??= session?.subject;
    if (session) forgetNotes(session.subject);
    if (first.current !== session?.subject) window.location.reload();
  }, [session]);
  if (session)
    return (
      <>
        <Frame session={session} isLoggedIn={!isLoggedOut} />
        <SessionEnded isEnded={isLoggedOut} login={login} />
      </>
    );
  return (
    <main>
      {error && !isLoggedOut ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading what="Officers' desk" />
      )}
    </main>
  );
}

interface FrameProps {
  readonly session: Session;
  readonly isLoggedIn: boolean;
}

function Frame({ session, isLoggedIn }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const isSilent = useTicks(isLoggedIn);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  const isStart = pathname === '/';
  return (
    <div className="shell">
      <a className="skip-link" href="#page" onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <Navigation session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
      <div className="grow">
        <TopBar session={session} onMenu={() => setOpen(true)} />
        <FreshnessBanner session={session} isLoggedIn={isLoggedIn} isSilent={isSilent} />
        <main id="page" ref={main} tabIndex={-1} className="shell-main">
          <GivenAfterLogin />
          {isStart && !seesCases(session) ? <Navigate to="/people" /> : <Outlet />}
        </main>
      </div>
      <Palette session={session} />
    </div>
  );
}

/** Whether a person's role sees lists of cases; an administrator's does not. */
const seesCases = ({ mayUse }: Session): boolean => mayUse.includes('cases');

/** Interval at which the shown age is updated, in milliseconds. */
const EVERY_MS = 10_000;

/** Age from which lists are worth a word, in milliseconds. */
const OLD_MS = 60_000;

/** How long the page says that the desk answers again, in milliseconds. */
const BACK_MS = 5_000;

/** Says that lists are too old, or that the desk does not answer, or that it answers again, or that the session is over. */
function FreshnessBanner({ session, isLoggedIn, isSilent }: FrameProps & { readonly isSilent: boolean }) {
  const { data, isError } = useQuery({
    ...countsQuery,
    enabled: seesCases(session),
    refetchInterval: EVERY_MS,
  });
  const isAway = useLasting(isLoggedIn && isError) || (isLoggedIn && isSilent);
  const isBack = useJustEnded(isAway, BACK_MS);
  const freshness = data?.freshness;
  const age = freshness?.readAt === undefined ? undefined : Date.now() - Date.parse(freshness.readAt);
  const sentence = !isLoggedIn
    ? 'You were logged out.'
    : isAway
      ? 'The desk does not answer. What you see may be old, and nothing can be sent. Try again once it answers.'
      : freshness?.stale && (age === undefined || age >= OLD_MS)
        ? age === undefined
          ? 'The lists have not been read since the desk was started; they may be empty or incomplete.'
          : `What you see in lists is ${durationText(age)} old: later changes are missing there. Receipts and open cases are current.`
        : undefined;
  return (
    <div role="alert" aria-label="Age of the lists" className="freshness">
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
      {isBack && <p className="beside soft">The desk answers again.</p>}
    </div>
  );
}

/** Whether a condition was true until at most `ms` ago. */
function useJustEnded(isSo: boolean, ms: number): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => (isSo ? setHas(true) : undefined), [isSo]);
  useEffect(() => {
    if (isSo || !has) return undefined;
    const timer = setTimeout(() => setHas(false), ms);
    return () => clearTimeout(timer);
  }, [isSo, has, ms]);
  return has && !isSo;
}
