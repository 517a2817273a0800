import type { CaseRow } from '../../../src/desk/contract';
import { spoken } from '../format/words';
import { Person } from './person';

/** Says in a list that a person holds a payout back, whatever it waits for. */
export const HeldShort = ({ held }: Pick<CaseRow, 'held'>) =>
  held && (
    <strong className="second attention-text break">
      Held back by <Person subject={held.by} />: {spoken(held.why)}
    </strong>
  );
