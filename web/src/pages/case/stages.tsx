import type { CasePage } from '../../../../src/desk/contract';
import { ShortInstant } from '../../parts/instant';
import { texts } from '../../texts';

/** The stages of a case as a line, with where it stands. */
export const Stages = ({ stages }: { readonly stages: CasePage['stages'] }) => (
  <div className="table-frame" role="group" aria-label={texts.cases.stages} tabIndex={0}>
    <ol className="stages">
      {stages.map(({ stage, title, state, since }) => (
        <li key={stage} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {title}
          <span className="unseen">, {texts.cases.stageStates[state]}</span>
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
