import { Button, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { isProblem, sentenceOf } from '../api/problem';
import { Icon, type IconName } from './icons';

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

const State = ({ icon, title, children }: StateProps) => (
  <Stack align="center" gap="xs" px="md" py={48} ta="center">
    <Icon name={icon} size={40} />
    <h2>{title}</h2>
    {children}
  </Stack>
);

/** Says that there is nothing to show, and why. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <State icon="empty" title={title}>
    {typeof children === 'string' ? <p className="soft">{children}</p> : children}
  </State>
);

/** Time that a person waits before the page says what for, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Whether a condition has been true for a while. */
export function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) {
      setLasts(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasts(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return lasts;
}

/** Lengths, in percent, of the lines that stand in for a part that is loading. */
const LINES = [88, 100, 62, 88, 100, 62];

export function Loading({ what }: { readonly what: string }) {
  const isSlow = useLasting(true);
  return (
    <Stack gap="sm" p="md" aria-live="polite" aria-busy="true">
      <span className={isSlow ? 'soft' : 'unseen'}>
        Loading {what}
        {isSlow && ': the desk has not answered yet'}
      </span>
      {LINES.map((width, line) => (
        <Skeleton key={line} h={14} w={`${width}%`} aria-hidden="true" />
      ))}
    </Stack>
  );
}

/** A part that could not be loaded: refused, with the server's sentence, or failed on the way. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const isRefused = isProblem(error) && error.status !== undefined && error.status < 500;
  return (
    <div role="alert">
      <State
        icon={isRefused ? 'warning' : 'broken'}
        title={isRefused ? 'This was refused' : 'This could not be loaded'}
      >
        <p className="soft break">{sentenceOf(error)}</p>
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      </State>
    </div>
  );
}
