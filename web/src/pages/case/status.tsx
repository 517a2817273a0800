import { WITHDRAW } from '../../../../src/domain/case/agreement';
import type { CasePage, OfferedCommand } from '../../../../src/desk/contract';
import { useDecisionUnderWay } from '../../commands/receipts';
import { withLagosTimes } from '../../format/time';
import { isInDoubt } from '../../parts/decision-sheet';
import { HeldBack } from '../../parts/held';
import { Note } from '../../parts/frames';
import { Instant, ShortInstant, Since, useCaseNow } from '../../parts/instant';
import { Doer } from '../../parts/person';
import { StageBadge } from '../../parts/stage-badge';
import { inWords } from '../../format/words';
import { isByPerson } from './timeline';

interface StatusProps {
  readonly shown: CasePage;
  /** Whether the case no longer answers. */
  readonly isStale: boolean;
}

/** The state of the case in one sentence: its wait, with start, end and actor. */
export const Status = ({ shown, isStale }: StatusProps) => (
  <div className="stack tight">
    <section
      role="status"
      aria-label="State of the case"
      className="card stack tight"
      data-attention={shown.attention !== undefined || undefined}
    >
      <div className="row">
        <StageBadge
          title={shown.stageTitle}
          stage={shown.stage}
          ended={shown.ended}
          needsPerson={shown.attention !== undefined}
        />
        <span className="small soft">
          <Instant at={shown.since} />
          <Waiting shown={shown} />
        </span>
      </div>
      <NowAsked shown={shown} />
      <HowItEnded shown={shown} />
    </section>
    {(isStale || shown.unanswered !== undefined) && (
      <Note tone="danger" role="alert">
        <strong>
          {shown.unanswered ?? 'The case does not answer.'} What you see is from{' '}
          <Instant at={shown.readAt} isReal />
        </strong>
      </Note>
    )}
  </div>
);

/** What the case asks for; not what this person has just answered. */
function NowAsked({ shown }: { readonly shown: CasePage }) {
  const given = useDecisionUnderWay(shown);
  if (given !== undefined)
    return <p className="sentence break">Your “{given}” was taken; the page is being brought up to date.</p>;
  return (
    <>
      <Sentence text={inWords(withSummaries(shown, withLagosTimes(shown.sentence)))} />
      <HeldBack held={shown.payout?.held} />
      <WhatToDo shown={shown} />
    </>
  );
}

/** The lines of statements in a text on money that came back, as `returnedText` writes them. */
const STATEMENT_LINES = / \(((?:the debit marked as reversed|the credit) [^)]*)\)/g;

/** A sentence on the case; the references that only the bank needs are folded. */
function Sentence({ text }: { readonly text: string }) {
  const lines = [...text.matchAll(STATEMENT_LINES)].map(([, line]) => line);
  return (
    <>
      <p className="sentence break">{text.replace(STATEMENT_LINES, '')}</p>
      {lines.length > 0 && (
        <details>
          <summary className="small">For the record</summary>
          <p className="soft small break">On the statement: {lines.join('; ')}</p>
        </details>
      )}
    </>
  );
}

/** How long it has needed a person or waited. */
function Waiting({ shown: { attention, waiting, waitingSince, ended } }: Pick<StatusProps, 'shown'>) {
  const isKnown = useCaseNow() !== undefined;
  if (ended || !(attention ?? waiting) || waitingSince === undefined || !isKnown) return null;
  return (
    <>
      {' · waiting for '}
      <Since at={waitingSince} />
    </>
  );
}

/** Advice on a case's attention, or else on its wait; for a viewer who never may follow it, who may. */
function WhatToDo({ shown }: { readonly shown: CasePage }) {
  const { waiting, branch } = shown;
  if (shown.approvals.some(({ allowed, what }) => allowed && what === 'proposal'))
    return (
      <p className="soft">What to do: look at what another person has proposed, then agree or reject it.</p>
    );
  const asked = askedIn(shown);
  const labelsOf = (commands: typeof asked) => commands.map(({ summary }) => `“${summary}”`).join(' or ');
  const proposed = asked.filter((command) => proposalOf(shown, command).length > 0);
  if (proposed.length > 0)
    return (
      <p className="soft break">
        Proposed already: {labelsOf(proposed)}. It waits until another person agrees to it or rejects it.
      </p>
    );
  // More people may end a case than go on with it.
  const onward = asked.some(({ ends }) => !ends) ? asked.filter(({ ends }) => !ends) : asked;
  if (onward.length > 0 && onward.every(({ role }) => role === undefined)) {
    // Borrowers do not work at the desk.
    const roles = [...new Set(onward.flatMap((one) => one.roles))].filter((role) => role !== 'borrower');
    const who = roles.map((role) => `${role}s`).join(' or ');
    return (
      <p className="soft break">
        For others to do: {who}
        {branch !== undefined && ` of the branch ${branch}`} can choose{' '}
        {labelsOf(asked.filter(({ summary }) => summary !== WITHDRAW))}.
      </p>
    );
  }
  const first = onward.every(({ whyNot }) => whyNot?.startsWith('Not yet: ')) && onward[0]?.whyNot;
  if (first) return <p className="soft break">{first}</p>;
  const toDo = isAdvised(shown) ? waiting && withSummaries(shown, waiting.toDo) : labelsOf(asked);
  return toDo ? <p className="soft break">What to do: {toDo}</p> : null;
}

/** The commands that the case asks for, whoever may give them. */
const askedIn = (shown: CasePage) =>
  shown.commands.filter(({ name }) =>
    isAdvised(shown) ? isNamed(name, shown.waiting?.toDo) : shown.attention?.actions.includes(name),
  );

/** The proposals of a command that wait for a second person. */
export const proposalOf = (
  { approvals }: CasePage,
  { name, summary }: Pick<OfferedCommand, 'name' | 'summary'>,
) => approvals.filter(({ what, command }) => what === 'proposal' && [name, summary].includes(command ?? ''));

/** Whether the advice on the wait says what to do, and not the list of what may help. */
const isAdvised = ({ attention, waiting, commands }: CasePage): boolean =>
  !attention ||
  (waiting?.toDo.startsWith('Nothing') !== true &&
    commands.some(({ name, helps }) => helps && isNamed(name, waiting?.toDo)));

const isNamed = (name: string, text = ''): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** The one command that a case asks for; `undefined` where a person has to choose or doubt, and for what ends or overrules. */
export function recommendedIn(shown: CasePage): string | undefined {
  // What was proposed comes first: the case may refuse the rest until then.
  const isProposed = shown.approvals.some(({ what }) => what === 'proposal');
  const isDoubtful = [shown.payout ?? [], shown.approvals].flat().some(isInDoubt);
  if (isDoubtful || isProposed) return undefined;
  const [one, ...others] = askedIn(shown).filter(({ ends }) => !ends);
  return one?.helps && others.length === 0 && !one.overrules ? one.name : undefined;
}

/** The person, command and reason that ended a case; `null` if it ended by itself. */
function HowItEnded({ shown: { ended, stageTitle, timeline } }: { readonly shown: CasePage }) {
  const place = timeline.findLastIndex(({ what }) => what === stageTitle);
  const [act, end] = [timeline[place - 1], timeline[place]];
  if (!ended || !act || !end || !isByPerson(act)) return null;
  const { note: reason = '' } = end;
  // The note of a command begins with its reason, which the end often has, too.
  const words = act.note?.startsWith(reason) ? act.note.slice(reason.length).replace(/^: /, '') : act.note;
  const why = [reason, words].filter(Boolean).map((note) => inWords(note ?? ''));
  return (
    <p className="break">
      “{inWords(act.what)}” by <Doer by={act.by} />
      {why.length > 0 && `: ${why.join('. ')}`}
    </p>
  );
}

/** Replaces commands' names in a sentence by their buttons' labels; names that are common words only where they wait. */
const withSummaries = ({ commands }: CasePage, sentence: string): string =>
  commands.reduce(
    (text, { name, summary }) =>
      text.replace(
        new RegExp(
          `\\b${name}\\b${/[a-z][A-Z]|^(?:recheck|retry)$/.test(name) ? '' : '(?= waits for a second person)'}`,
          'g',
        ),
        `“${summary}”`,
      ),
    sentence,
  );

const STAGE_STATES = {
  done: 'done',
  current: 'here now',
  ahead: 'ahead',
  skipped: 'not needed',
  exit: 'here, not on the usual way',
} as const;

/** The stages of a case in order, with the present one marked. */
export const Stages = ({ stages }: { readonly stages: CasePage['stages'] }) => (
  <ol className="stages" aria-label="Stages">
    {stages.map(({ stage, title, state, since }) => (
      <li key={stage} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
        {title}
        <span className="unseen">, {STAGE_STATES[state]}</span>
        {since !== undefined && (
          <span className="second soft only-wide">
            <ShortInstant at={since} />
          </span>
        )}
      </li>
    ))}
  </ol>
);
