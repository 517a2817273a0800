import type { ListedCase } from '../../records/projection/list';
import type { CaseRow } from '../contract/case-list';
import type { Kind } from '../contract/fields';

/** A line of a list. */
export function caseRowOf(listed: ListedCase): CaseRow {
  const { snapshot, names, since, startedAt, changedAt } = listed;
  const { waiting, attention } = snapshot;
  return {
    kind: listed.kind as Kind,
    reference: listed.reference,
    stage: snapshot.stage,
    stageTitle: snapshot.stageTitle,
    ended: snapshot.ended,
    ...(waiting && {
      waiting: {
        ...{ for: waiting.for, about: waiting.about, on: waiting.on, since: waiting.since },
        ...(waiting.until !== undefined && { until: waiting.until }),
      },
    }),
    ...(attention && { attention: { cause: attention.cause, since: attention.since } }),
    needsPerson: listed.needsPerson,
    ...(snapshot.assignee !== undefined && { assignee: snapshot.assignee }),
    ...given({
      amountKobo: listed.amountKobo,
      branch: listed.branch,
      customer: listed.customer,
      batch: listed.batch,
    }),
    ...given(names),
    since: since.toISOString(),
    startedAt: startedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

/** Without what is missing. */
export const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
