import type { Figures } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { spoken } from '../../format/words';
import { Card } from '../../parts/frames';
import { Instant, Since } from '../../parts/instant';
import { texts } from '../../texts';
import { FigureTable } from './figure-table';

const { health: words } = texts;

/** What open cases wait for, and the longest wait of each kind. */
export const Waits = ({ waits }: Pick<Figures, 'waits'>) => (
  <Card title={words.waits} flush>
    <FigureTable
      label={words.waits}
      columns={Object.values(words.waitColumns)}
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
  <Card title={words.stages} flush>
    <FigureTable
      label={words.stages}
      columns={Object.values(words.stageColumns)}
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
  <Card title={words.arrears} flush>
    <FigureTable
      label={words.arrears}
      columns={Object.values(words.arrearsColumns)}
      rows={arrears.map(({ bucket, loans, outstandingKobo }) => ({
        key: bucket,
        cells: [titleOf(bucket), loans, nairaText(outstandingKobo)],
      }))}
    />
  </Card>
);

const titles: Readonly<Record<string, string>> = texts.repayments.buckets;
const titleOf = (bucket: string) => titles[bucket] ?? spoken(bucket);

/** Which calls used the window. */
export const Calls = ({ calls }: { readonly calls: NonNullable<Figures['budget']>['calls'] }) => (
  <Card title={words.calls} flush>
    <FigureTable
      label={words.calls}
      columns={Object.values(words.callColumns)}
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
  <Card title={words.backlogs} flush>
    <FigureTable
      label={words.backlogs}
      columns={Object.values(words.backlogColumns)}
      rows={backlogs.map(({ queue, calls, oldestMs }) => ({
        key: queue,
        cells: [queue, calls, calls === 0 ? '' : durationText(oldestMs)],
      }))}
    />
  </Card>
);

/** The workers that have asked for work lately. */
export const Workers = ({ workers }: Pick<Figures, 'workers'>) => (
  <Card title={words.workers} flush>
    <FigureTable
      label={words.workers}
      columns={Object.values(words.workerColumns)}
      words={2}
      rows={workers.map(({ name, build, askedAt }) => ({
        key: name,
        cells: [name, build ?? words.noBuild, <Instant key="asked" at={askedAt} />],
      }))}
    />
  </Card>
);
