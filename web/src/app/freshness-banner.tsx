import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { durationText } from '../format/time';
import { Icon } from '../parts/icons';
import { countsQuery } from './navigation';

/** How often the age that is shown is counted anew, in milliseconds. */
const EVERY_MS = 10_000;

/** How long the desk may be silent before the page says so, in milliseconds: reconnecting takes a moment. */
const PATIENCE_MS = 3_000;

/** Says when lists are older than they should be, or when the desk does not answer at all. */
export function FreshnessBanner({ isConnected }: { readonly isConnected: boolean }) {
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
