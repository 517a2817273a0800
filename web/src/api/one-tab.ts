/**
 * A browser opens six connections to a server at most, and a phone stops the tabs behind: so the tab that came to the
 * front last listens, for all tabs, and when it closes another one does. Where the browser offers no locks, each tab
 * listens. @returns what ends it
 */
export function inOneTab(listen: () => void, leave: () => void): () => void {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) {
    listen();
    return leave;
  }
  const ends = new AbortController();
  const { signal } = ends;
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let [isListening, isQueued] = [false, false];
  const hold = () => {
    [isListening, isQueued] = [true, false];
    // The browser may grant it once this page listens no more.
    if (!signal.aborted) listen();
    return ended;
  };
  const lost = () => {
    isListening = false;
    leave();
    if (isQueued || signal.aborted) return;
    isQueued = true;
    locks.request('ticks', { signal }, hold).catch(lost);
  };
  const take = () => {
    if (isListening || document.hidden) return;
    isListening = true;
    locks.request('ticks', { steal: true }, hold).catch(lost);
  };
  if (document.hidden) lost();
  take();
  document.addEventListener('visibilitychange', take);
  return () => {
    document.removeEventListener('visibilitychange', take);
    ends.abort();
    leave();
  };
}
