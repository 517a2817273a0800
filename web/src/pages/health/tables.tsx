import type { Figures } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { AGES, spoken } from '../../format/words';
import { Instant, Since } from '../../parts/instant';
import { FigureCard } from './figure-table';

/** The figures as tables: open cases by wait and stage, arrears by age, and the bank's calls with their workers. */
export const FigureTables = ({ figures }: { readonly figures: Figures }) => (
  <div className="grid figures">
    <FigureCard
      title="What cases wait for"
      columns={['What', 'On', 'Cases', 'The longest waiting']}
      words={2}
      rows={figures.waits.map(({ for: name, about, on, cases, oldestSince }) => ({
        key: name,
        cells: [about, on, cases, oldestSince === undefined ? '' : <Since key="since" at={oldestSince} />],
      }))}
    />
    <FigureCard
      title="Open cases by stage"
      columns={['Kind', 'Stage', 'Cases', 'Amount']}
      words={2}
      rows={figures.stages.map(({ kind, stage, title, cases, amountKobo }) => ({
        key: `${kind}:${stage}`,
        cells: [spoken(kind), title, cases, nairaText(amountKobo)],
      }))}
    />
    <FigureCard
      title="Loans in arrears by age"
      columns={['Age', 'Loans', 'Overdue', 'Outstanding']}
      rows={figures.arrears
        .filter(({ bucket }) => bucket !== 'NOT_DUE')
        .map(({ bucket, loans, overdueKobo, outstandingKobo }) => ({
          key: bucket,
          cells: [AGES[bucket], loans, nairaText(overdueKobo), nairaText(outstandingKobo)],
        }))}
    />
    <FigureCard
      title="Calls of this window"
      columns={['Operation', 'Urgency', 'Calls', 'Refused']}
      words={2}
      rows={(figures.budget?.calls ?? []).map(({ operation, urgency, calls, refused }) => ({
        key: `${operation}:${urgency}`,
        cells: [operation, urgency, calls, refused],
      }))}
    />
    <FigureCard
      title="Waiting in the task queues"
      columns={['Task queue', 'Calls', 'The oldest for']}
      rows={figures.backlogs.map(({ queue, calls, oldestMs }) => ({
        key: queue,
        cells: [queue, calls, calls === 0 ? '' : durationText(oldestMs)],
      }))}
    />
    <FigureCard
      title="Workers"
      columns={['Worker', 'Build', 'Asked for work']}
      words={2}
      rows={figures.workers.map(({ name, build, askedAt }) => ({
        key: name,
        cells: [name, build ?? 'none', <Instant key="asked" at={askedAt} isReal />],
      }))}
    />
  </div>
);
