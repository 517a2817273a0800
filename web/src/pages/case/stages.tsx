import type { CasePage } from '../../../../src/desk/contract';
import { ShortInstant } from '../../parts/instant';
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
