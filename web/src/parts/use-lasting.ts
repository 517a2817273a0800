import { useEffect, useState } from 'react';

/** Time that a person waits before the page says what for, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Whether a condition has been true for a while. */
export function useLasting(isSo: boolean, ms = PATIENCE_MS): boolean {
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
