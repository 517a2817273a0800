import type { CasePage } from '../../../src/desk/contract';
import { spoken } from '../format/words';
import { Note } from '../parts/frames';
import { Instant } from '../parts/instant';
import { Person } from '../parts/person';

interface MeanwhileProps {
  readonly shown: CasePage | undefined;
  readonly digest: string | undefined;
  readonly role?: 'alert';
}

/** Says of an open form that its digest waits no more, and who has decided about it, as far as the case tells. */
export function Meanwhile({ shown, digest, role }: MeanwhileProps) {
  const last = shown?.decisions.find((one) => one.digest === digest || one.command === 'reject');
  return (
    <Note tone="attention" {...(role && { role })}>
      <span>
        What this form shows does not wait for approval any more: it was changed, or somebody has decided.
        Nothing was sent from this form.
      </span>
      {last && (
        <span className="break">
          <Person subject={last.by} /> ({spoken(last.role).toLowerCase()}): “{last.summary}”,{' '}
          <Instant at={last.at} />
        </span>
      )}
    </Note>
  );
}
