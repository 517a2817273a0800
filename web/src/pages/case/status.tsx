import type { CasePage } from '../../../../src/desk/contract';
import { withLagosTimes } from '../../format/time';
import { Note } from '../../parts/frames';
import { Instant, ShortInstant } from '../../parts/instant';
import { StageBadge } from '../../parts/stage-badge';

interface StatusProps {
  readonly shown: CasePage;
  /** The workflow does not answer any more. */
  readonly isStale: boolean;
}

/** Where the case stands, in one sentence: what it waits for, since when, until when, who is to act. */
export const Status = ({ shown, isStale }: StatusProps) => (
  <div className="stack tight">
    <section role="status" aria-label="State of the case" className="card stack tight">
      <div className="row">
        <StageBadge
          title={shown.stageTitle}
          stage={shown.stage}
          ended={shown.ended}
          needsPerson={shown.attention !== undefined}
        />
        <span className="small soft">
          <Instant at={shown.since} />
        </span>
      </div>
      <p className="sentence break">{withLagosTimes(shown.sentence)}</p>
      {shown.waiting && <p className="soft">What to do: {withSummaries(shown, shown.waiting.toDo)}</p>}
    </section>
    {shown.attention && (
      <Note tone="attention" role="alert">
        <strong>
          Needs attention since <Instant at={shown.attention.since} />
        </strong>
        <span className="break">{withSummaries(shown, withLagosTimes(shown.attention.cause))}</span>
      </Note>
    )}
    {(isStale || shown.unanswered !== undefined) && (
      <Note tone="danger" role="alert">
        <strong>
          {shown.unanswered ?? 'The workflow does not answer.'} What you see is from{' '}
          <Instant at={shown.readAt} />
        </strong>
      </Note>
    )}
  </div>
);

/** Names of commands in a sentence as their buttons say them. */
const withSummaries = ({ commands }: CasePage, sentence: string): string =>
  commands.reduce(
    (text, { name, summary }) =>
      text.replace(new RegExp(`\\b${name}\\b`, 'g'), /[a-z][A-Z]/.test(name) ? `“${summary}”` : name),
    sentence,
  );

const STAGE_STATES = {
  done: 'done',
  current: 'here now',
  ahead: 'ahead',
  skipped: 'skipped',
  exit: 'ended here',
} as const;

/** The stages of a case as a line, with where it stands. */
export const Stages = ({ stages }: { readonly stages: CasePage['stages'] }) => (
  <div className="table-frame" role="group" aria-label="Stages" tabIndex={0}>
    <ol className="stages">
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
  </div>
);
