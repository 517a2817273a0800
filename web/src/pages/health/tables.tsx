import type { Figures } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { AGES, spoken } from '../../format/words';
import { Card } from '../../parts/frames';
import { Instant, Since } from '../../parts/instant';
import { FigureTable } from './figure-table';

/** What open cases wait for, and the longest wait of each kind. */
export const Waits = ({ waits }: Pick<Figures, 'waits'>) => (
  <Card title="What cases wait for" flush>
    <FigureTable
      label="What cases wait for"
      columns={['What', 'On', 'Cases', 'The longest waiting']}
      words={2}
      rows={waits.map(({ for: name, about, on, cases, oldestSince }) => ({
        key: name,
        cells: [about, on, cases, oldestSince === undefined ? '' : <Since key="since" at={oldestSince} />],
      }))}
    />
  </Card>
);

/** Open cases by stage. */
export const Stages = ({ stages }: Pick<Figures, 'stages'>) => (
  <Card title="Open cases by stage" flush>
    <FigureTable
      label="Open cases by stage"
      columns={['Kind', 'Stage', 'Cases', 'Amount']}
      words={2}
      rows={stages.map(({ kind, stage, title, cases, amountKobo }) => ({
        key: `${kind}:${stage}`,
        cells: [spoken(kind), title, cases, nairaText(amountKobo)],
      }))}
    />
  </Card>
);

/** Loans in repayment, by how late they are. */
export const Arrears = ({ arrears }: Pick<Figures, 'arrears'>) => (
  <Card title="Repayments by age" flush>
    <FigureTable
      label="Repayments by age"
      columns={['Age', 'Loans', 'Outstanding']}
      rows={arrears.map(({ bucket, loans, outstandingKobo }) => ({
        key: bucket,
        cells: [titleOf(bucket), loans, nairaText(outstandingKobo)],
      }))}
    />
  </Card>
);

const titles: Readonly<Record<string, string>> = AGES;
const titleOf = (bucket: string) => titles[bucket] ?? spoken(bucket);

/** Which calls used the window. */
export const Calls = ({ calls }: { readonly calls: NonNullable<Figures['budget']>['calls'] }) => (
  <Card title="Calls of this window" flush>
    <FigureTable
      label="Calls of this window"
      columns={['Operation', 'Urgency', 'Calls', 'Refused']}
      words={2}
      rows={calls.map(({ operation, urgency, calls: count, refused }) => ({
        key: `${operation}:${urgency}`,
        cells: [operation, urgency, count, refused],
      }))}
    />
  </Card>
);

/** What waits in the task queues. */
export const Backlogs = ({ backlogs }: Pick<Figures, 'backlogs'>) => (
  <Card title="Waiting in the task queues" flush>
    <FigureTable
      label="Waiting in the task queues"
      columns={['Task queue', 'Calls', 'The oldest for']}
      rows={backlogs.map(({ queue, calls, oldestMs }) => ({
        key: queue,
        cells: [queue, calls, calls === 0 ? '' : durationText(oldestMs)],
      }))}
    />
  </Card>
);

/** The workers that have asked for work lately. */
export const Workers = ({ workers }: Pick<Figures, 'workers'>) => (
  <Card title="Workers" flush>
    <FigureTable
      label="Workers"
      columns={['Worker', 'Build', 'Asked for work']}
      words={2}
      rows={workers.map(({ name, build, askedAt }) => ({
        key: name,
        cells: [name, build ?? 'none', <Instant key="asked" at={askedAt} />],
      }))}
    />
  </Card>
);
