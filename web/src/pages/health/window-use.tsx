import { Progress } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Figures } from '../../../../src/desk/contract';
import { lagosText } from '../../format/time';
import { Chart, type Series } from '../../parts/chart';
import { Pair, Pairs } from '../../parts/facts';
import { Card } from '../../parts/frames';
import { Empty } from '../../parts/states';
import { FigureTable } from './tables';
/** The state of the window at one instant. */
interface Seen {
  readonly atMs: number;
  readonly remaining: number;
  readonly reserve: number;
}

/** Most instants kept: at one every five seconds, the last hour. */
const KEPT = 720;
/** Instants shown in the table. */
const LISTED = 12;

interface WindowUseProps {
  readonly budget: Figures['budget'];
  readonly readAtMs: number;
}

/** The calls left in the bank's window, now and since the page was opened. */
export function WindowUse({ budget, readAtMs }: WindowUseProps) {
  const seen = useSeen(budget?.windows[0], readAtMs);
  const times = useMemo(() => seen.map(({ atMs }) => Math.round(atMs / 1_000)), [seen]);
  const series = useMemo(() => seriesOf(seen), [seen]);
  const [window] = budget?.windows ?? [];
  if (!budget || !window)
    return (
      <Card title="Window of the bank">
        <Empty title="No worker answers">Nothing goes on until a worker runs. Tell the operators.</Empty>
      </Card>
    );
  const { limit, remaining, reserve, inFlight, usedByOthers, isOpen, endsInMs } = window;
  return (
    <div className="grid figures">
      <Card title="Window of the bank">
        <div className="stack tight">
          <p className="amount-big">
            {remaining} of {limit} calls left
          </p>
          <Progress aria-label="Window of the bank" value={(100 * remaining) / limit} />
          <p className="soft">
            {isOpen
              ? `the window ends in ${Math.round(endsInMs / 1_000)} s`
              : 'the next call opens the window'}
          </p>
          <Pairs>
            <Pair name="Kept for urgent calls">{reserve}</Pair>
            <Pair name="Under way">{inFlight}</Pair>
            <Pair name="Used by others">{usedByOthers}</Pair>
          </Pairs>
        </div>
      </Card>
      <Card
        title="Calls left over time"
        aside={<span className="small soft">As this page has seen it since it was opened.</span>}
      >
        {/* A line needs two points. */}
        {seen.length > 1 ? (
          <Chart label="Calls left over time" times={times} series={series} />
        ) : (
          <p className="soft">The line begins with the next look, in a few seconds.</p>
        )}
        <details>
          <summary>The same as a table</summary>
          <FigureTable
            label="Calls left over time"
            columns={['Time', 'Calls left', 'Kept for urgent calls']}
            rows={seen.slice(-LISTED).map(({ atMs, remaining: left, reserve: kept }) => ({
              key: String(atMs),
              cells: [lagosText(new Date(atMs).toISOString()), left, kept],
            }))}
          />
        </details>
      </Card>
    </div>
  );
}

function useSeen(window: Window | undefined, readAtMs: number): readonly Seen[] {
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  const { remaining, reserve } = window ?? {};
  useEffect(() => {
    if (remaining === undefined || reserve === undefined) return;
    setSeen((all) => [...all, { atMs: readAtMs, remaining, reserve }].slice(-KEPT));
  }, [remaining, reserve, readAtMs]);
  return seen;
}

type Window = NonNullable<Figures['budget']>['windows'][number];

const seriesOf = (seen: readonly Seen[]): Series[] => [
  { label: 'Calls left', colour: '--chart-1', values: seen.map(({ remaining }) => remaining) },
  { label: 'Kept for urgent calls', colour: '--chart-2', values: seen.map(({ reserve }) => reserve) },
];
