import type { Figures } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { AGES, spoken } from '../../format/words';
import { Instant, Since } from '../../parts/instant';
import { FigureCard } from './figure-table';

/** Open cases by wait, with the longest wait of each kind. */
export const Waits = ({ waits }: Pick<Figures, 'waits'>) => (
  <FigureCard
    title="What cases wait for"
    columns={['What', 'On', 'Cases', 'The longest waiting']}
    words={2}
    rows={waits.map(({ for: name, about, on, cases, oldestSince }) => ({
      key: name,
      cells: [about, on, cases, oldestSince === undefined ? '' : <Since key="since" at={oldestSince} />],
    }))}
  />
);

/** Open cases by stage. */
export const Stages = ({ stages }: Pick<Figures, 'stages'>) => (
  <FigureCard
    title="Open cases by stage"
    columns={['Kind', 'Stage', 'Cases', 'Amount']}
    words={2}
    rows={stages.map(({ kind, stage, title, cases, amountKobo }) => ({
      key: `${kind}:${stage}`,
      cells: [spoken(kind), title, cases, nairaText(amountKobo)],
    }))}
  />
);

/** Loans in the stage of arrears by age. */
export const Arrears = ({ arrears }: Pick<Figures, 'arrears'>) => (
  <FigureCard
    title="Loans in arrears by age"
    columns={['Age', 'Loans', 'Overdue', 'Outstanding']}
    rows={arrears
      .filter(({ bucket }) => bucket !== 'NOT_DUE')
      .map(({ bucket, loans, overdueKobo, outstandingKobo }) => ({
        key: bucket,
        cells: [AGES[bucket], loans, nairaText(overdueKobo), nairaText(outstandingKobo)],
      }))}
  />
);

/** The calls that used the window. */
export const Calls = ({ calls }: { readonly calls: NonNullable<Figures['budget']>['calls'] }) => (
  <FigureCard
    title="Calls of this window"
    columns={['Operation', 'Urgency', 'Calls', 'Refused']}
    words={2}
    rows={calls.map(({ operation, urgency, calls: count, refused }) => ({
      key: `${operation}:${urgency}`,
      cells: [operation, urgency, count, refused],
    }))}
  />
);

/** The backlogs of the task queues. */
export const Backlogs = ({ backlogs }: Pick<Figures, 'backlogs'>) => (
  <FigureCard
    title="Waiting in the task queues"
    columns={['Task queue', 'Calls', 'The oldest for']}
    rows={backlogs.map(({ queue, calls, oldestMs }) => ({
      key: queue,
      cells: [queue, calls, calls === 0 ? '' : durationText(oldestMs)],
    }))}
  />
);

/** The workers that have recently asked for work. */
export const Workers = ({ workers }: Pick<Figures, 'workers'>) => (
  <FigureCard
    title="Workers"
    columns={['Worker', 'Build', 'Asked for work']}
    words={2}
    rows={workers.map(({ name, build, askedAt }) => ({
      key: name,
      cells: [name, build ?? 'none', <Instant key="asked" at={askedAt} isReal />],
    }))}
  />
);
