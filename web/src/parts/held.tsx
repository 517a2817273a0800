import type { CaseRow, PayoutFacts } from '../../../src/desk/contract';
import { spoken, valueText } from '../format/words';
import { Note } from './frames';
import { Person } from './person';

/** Says in a list that a person holds a payout back, whatever it waits for. */
export const HeldShort = ({ held }: Pick<CaseRow, 'held'>) =>
  held && (
    <strong className="second attention-text break">
      Held back by <Person subject={held.by} />: {spoken(held.why)}
    </strong>
  );

/** A reason, with the words that a person added. */
export const reasonText = (reason: string, note: string | undefined) =>
  note === undefined ? `${spoken(reason)}.` : `${spoken(reason)}, “${note}”.`;

/** Says that a change of the payout waits for a second person, which comes before any other decision about it. */
export const Changing = ({ changing }: Pick<PayoutFacts, 'changing'>) =>
  changing && (
    <Note tone="attention">
      <span className="break">
        <strong>
          <Person subject={changing.by ?? 'Somebody'} /> has proposed to change this:{' '}
          {changing.changes.map(({ name, to }) => `${spoken(name)} ${valueText(name, to)}`).join(', ')}.
        </strong>{' '}
        Decide about the change first.
      </span>
    </Note>
  );

/** Says that a person holds the payout back, or has held it back, whatever is decided about it. */
export function HeldBack({ held }: Pick<PayoutFacts, 'held'>) {
  if (!held) return null;
  const { by, why, note, releasedBy, releasedFor = '', releaseNote } = held;
  return (
    <Note tone={releasedBy === undefined ? 'danger' : 'attention'}>
      <span>
        <strong>
          {releasedBy === undefined ? 'Held back by ' : 'Was held back by '}
          <Person subject={by} />: {reasonText(why, note)}
        </strong>{' '}
        {releasedBy === undefined ? (
          'It is not paid before somebody releases it.'
        ) : (
          <>
            Released by <Person subject={releasedBy} />: {reasonText(releasedFor, releaseNote)}
          </>
        )}
      </span>
    </Note>
  );
}
