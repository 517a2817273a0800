import { Refusal } from '../commands/refusal';
import { CaseLink } from '../parts/case-link';
import { Note } from '../parts/frames';
import type { Startable, useStart } from './use-start';

interface StartRefusalProps {
  readonly kind: Startable;
  readonly start: Pick<ReturnType<typeof useStart>, 'error' | 'isSending' | 'found'>;
}

/** Says why no case was started. */
export function StartRefusal({ kind, start: { error, isSending, found } }: StartRefusalProps) {
  if (found === undefined) return <Refusal error={error} isSending={isSending} />;
  return (
    <Note tone="attention" role="alert">
      <strong>
        The {kind} <CaseLink kind={kind} reference={found} /> was started with just this before, so nothing
        was started now.
      </strong>
      <span>If it is to be one more, give it a reference of its own.</span>
    </Note>
  );
}
