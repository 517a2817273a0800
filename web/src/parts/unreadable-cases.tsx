import type { Unreadable } from '../../../src/desk/contract';
import { texts } from '../texts';
import { Note } from './frames';

/** Cases that a list holds and cannot show: each with the reason, so that none is missing without a word. */
export const UnreadableCases = ({ cases }: { readonly cases: readonly Unreadable[] }) =>
  cases.length === 0 ? null : (
    <Note tone="danger">
      <strong>{texts.states.unreadableCases(cases.length)}</strong>
      {cases.map(({ kind, reference, why }) => (
        <span key={`${kind}:${reference}`} className="break">
          {texts.states.unreadableCase(kind, reference, why)}
        </span>
      ))}
    </Note>
  );

/** The same of a reply, whichever list it is of. */
export const unreadableIn = (reply: unknown): readonly Unreadable[] =>
  (Object(reply) as { readonly unreadable?: readonly Unreadable[] }).unreadable ?? [];
