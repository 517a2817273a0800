import { Progress } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Figures } from '../../../../src/desk/contract';
import { durationText, lagosText } from '../../format/time';
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

const REQUESTS = 'Requests to the bank';
const LEFT = 'Requests left over time';
const KEPT_BACK = 'Kept back for urgent ones';

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
      <Card title={REQUESTS}>
        <Empty title="The system is not at work">
          No case goes on until it is. Tell the people who look after the system that no worker answers.
        </Empty>
      </Card>
    );
  const { limit, windowMs, remaining, reserve, inFlight, usedByOthers, isOpen, endsInMs } = window;
  return (
    <div className="grid figures">
      <Card title={REQUESTS}>
        <div className="stack tight">
          <p className="amount-big">
            {remaining} of {limit} left
          </p>
          <Progress aria-label={REQUESTS} value={(100 * remaining) / limit} />
          <p className="soft">
            {`The bank takes ${limit} requests in ${durationText(windowMs)}. `}
            {isOpen
              ? `It counts anew in ${Math.round(endsInMs / 1_000)} s.`
              : 'It counts from the next request on.'}
          </p>
          <Pairs>
            <Pair name={KEPT_BACK}>{reserve}</Pair>
            <Pair name="Sent, without an answer yet">{inFlight}</Pair>
            <Pair name="Used by other programs">{usedByOthers}</Pair>
          </Pairs>
        </div>
      </Card>
      <Card
        title={LEFT}
        aside={<span className="small soft">As this page has seen it since it was opened.</span>}
      >
        {/* A line needs two points. */}
        {seen.length > 1 ? (
          <Chart label={LEFT} times={times} series={series} />
        ) : (
          <p className="soft">The line begins with the next look, in a few seconds.</p>
        )}
        <details>
          <summary>The same as a table</summary>
          <FigureTable
            label={LEFT}
            columns={['Time', 'Left', KEPT_BACK]}
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
  { label: 'Requests left', colour: '--chart-1', values: seen.map(({ remaining }) => remaining) },
  { label: KEPT_BACK, colour: '--chart-2', values: seen.map(({ reserve }) => reserve) },
];
