import type { CasePage } from '../../../../src/desk/contract';
import { ANSWER_KEPT, effectOnHold } from '../../../../src/domain/loan/applicant-return';
import { Note } from '../../parts/frames';
import { inWords } from '../../format/words';

interface HeldLoanProps {
  readonly shown: CasePage;
  /** The command of the form. */
  readonly command: string;
}

/** Says in a form about a held loan what the command does to the hold, and to an answer to its offer that it keeps. */
export function HeldLoan({ shown, command }: HeldLoanProps) {
  const { waiting } = shown;
  const effect = effectOf(shown, command);
  if (waiting?.for !== 'APPLICANT' || effect === undefined) return null;
  const isKept = waiting.toDo.includes(ANSWER_KEPT);
  return (
    <Note tone="attention">
      <span className="break">{[effect, isKept ? ANSWER_KEPT : []].flat().join(' ')}</span>
    </Note>
  );
}

/** What a further question does to the one before. */
const ASKING: Readonly<Record<string, string>> = {
  returnToApplicant:
    'What you ask takes the place of that question, but not of a document that was rejected.',
  rejectDocument: 'Then it waits for another document as well.',
};

function effectOf({ facts, waiting }: CasePage, command: string): string | undefined {
  if (command === 'resumeApplication') return 'The hold ends with this, and the loan goes on.';
  const askedFor = facts.find(({ name }) => name === 'askedFor')?.value;
  const effect = ASKING[command] ?? effectOnHold(command, { askedFor });
  return effect && `The loan is held: it waits for ${inWords(waiting?.about ?? '')}. ${effect}`;
}
