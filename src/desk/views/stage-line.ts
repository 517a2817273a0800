import type { TimelineEntry } from '../../domain/case/snapshot';
import type { StageRow } from '../../domain/case/waits';
import type { CasePage } from '../contract/case-page';

type Line = CasePage['stages'];

/** The stages of a case as a line: what is behind it, where it stands, what is ahead. Bad ends show only once they are reached. */
export function stageLine(
  stages: Readonly<Record<string, StageRow>>,
  stage: string,
  timeline: readonly TimelineEntry[],
): Line {
  const names = Object.keys(stages);
  const entered = enteredAt(stages, timeline);
  const place = names.indexOf(stage);
  const isExit = stages[stage]?.final === true && !isHopedFor(names, stages, stage);
  return names.flatMap((name, index) => {
    const row = stages[name];
    const since = entered.get(name);
    const isCurrent = name === stage;
    if (!row || (row.final && !isCurrent && !isHopedFor(names, stages, name))) return [];
    // An end that was not hoped for has nothing ahead: what was never entered tells nothing.
    if (isExit && !isCurrent && since === undefined && index > 0) return [];
    // Where a case begins, its timeline does not say.
    const state = stateOf({
      isCurrent,
      isExit,
      isBehind: index < place,
      wasEntered: since !== undefined || (index === 0 && place > 0),
    });
    return [{ stage: name, title: row.title, state, ...(since !== undefined && { since }) }];
  });
}

interface Place {
  readonly isCurrent: boolean;
  readonly isExit: boolean;
  readonly isBehind: boolean;
  readonly wasEntered: boolean;
}

function stateOf({ isCurrent, isExit, isBehind, wasEntered }: Place): Line[number]['state'] {
  if (isCurrent) return isExit ? 'exit' : 'current';
  if (wasEntered || isExit) return 'done';
  return isBehind ? 'skipped' : 'ahead';
}

/** The first end of a table is the good end. */
const isHopedFor = (names: readonly string[], stages: Readonly<Record<string, StageRow>>, name: string) =>
  names.find((one) => stages[one]?.final) === name || stages[name]?.title === 'Fully repaid';

/** When each stage was entered last: the timeline notes its title. */
function enteredAt(
  stages: Readonly<Record<string, StageRow>>,
  timeline: readonly TimelineEntry[],
): ReadonlyMap<string, string> {
  const byTitle = new Map(Object.entries(stages).map(([name, { title }]) => [title, name]));
  return new Map(
    timeline.flatMap(({ by, what, at }): [string, string][] => {
      const name = by === 'system' ? byTitle.get(what) : undefined;
      return name === undefined ? [] : [[name, at]];
    }),
  );
}
