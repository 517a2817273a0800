import { useMemo } from 'react';
import type { Kind } from '../../../src/desk/contract';
import { useSession } from '../api/session';

/** What the names of kept notes begin with; they last as long as the tab of the browser. */
const KEPT = 'desk-note';

/**
 * The note that this person typed into a form of the command that nobody could send any more, or that they left for
 * a login: the next form begins with it.
 */
export function useKeptNote(
  of: { readonly kind: Kind; readonly reference: string } | undefined,
  command: string,
) {
  const me = useSession().data?.subject ?? '';
  const place = `${KEPT} ${me} ${of?.kind}:${of?.reference} ${command}`;
  return useMemo(
    () => ({
      note: sessionStorage.getItem(place) ?? '',
      keep: (text: string) => sessionStorage.setItem(place, text),
    }),
    [place],
  );
}

/** Deletes what people at this tab have left, but not what `subject` has. */
export function forgetNotes(subject?: string): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(`${KEPT} `) && !(subject && place.startsWith(`${KEPT} ${subject} `)))
      sessionStorage.removeItem(place);
}
