import { counted } from '../format/words';
import type { Unreadable } from '../../../src/desk/contract';
import { Note } from './frames';

/** Cases that a list holds and cannot show: each with the reason, so that none is missing without a word. */
export const UnreadableCases = ({ cases }: { readonly cases: readonly Unreadable[] }) =>
  cases.length === 0 ? null : (
    <Note tone="danger">
      <strong>
        {counted(cases.length, 'case')} cannot be shown: tell the operators. The others are complete.
      </strong>
      {cases.map(({ kind, reference, why }) => (
        <span key={`${kind}:${reference}`} className="break">
          {kind} {reference}: {why}
        </span>
      ))}
    </Note>
  );

/** The same of a reply, whichever list it is of. */
export const unreadableIn = (reply: unknown): readonly Unreadable[] =>
  (Object(reply) as { readonly unreadable?: readonly Unreadable[] }).unreadable ?? [];
