import { Progress } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Figures } from '../../../../src/desk/contract';
import { lagosText } from '../../format/time';
import { Chart, type Series } from '../../parts/chart';
import { Pair, Pairs } from '../../parts/facts';
import { Card } from '../../parts/frames';
import { Empty } from '../../parts/states';
import { texts } from '../../texts';
import { FigureTable } from './figure-table';

const { health: words } = texts;

/** What was seen of the window at one instant. */
interface Seen {
  readonly atMs: number;
  readonly remaining: number;
  readonly reserve: number;
}

/** So many instants are kept: with one every five seconds the last hour. */
const KEPT = 720;
/** So many of them stand in the table. */
const LISTED = 12;

interface WindowUseProps {
  readonly budget: Figures['budget'];
  readonly readAtMs: number;
}

/** What is left of the bank's window, now and since the page was opened. */
export function WindowUse({ budget, readAtMs }: WindowUseProps) {
  const seen = useSeen(budget?.windows[0], readAtMs);
  const times = useMemo(() => seen.map(({ atMs }) => Math.round(atMs / 1_000)), [seen]);
  const series = useMemo(() => seriesOf(seen), [seen]);
  const [window] = budget?.windows ?? [];
  if (!budget || !window)
    return (
      <Card title={words.window}>
        <Empty title={words.noWorker}>{words.noWorkerAbout}</Empty>
      </Card>
    );
  const { limit, remaining, reserve, inFlight, usedByOthers, isOpen, endsInMs } = window;
  return (
    <div className="grid figures">
      <Card title={words.window}>
        <div className="stack tight">
          <p className="amount-big">{words.left(remaining, limit)}</p>
          <Progress aria-label={words.window} value={(100 * remaining) / limit} />
          <p className="soft">{isOpen ? words.until(Math.round(endsInMs / 1_000)) : words.notOpen}</p>
          <Pairs>
            {Object.entries({ reserve, inFlight, usedByOthers }).map(([name, value]) => (
              <Pair key={name} name={words.windowParts[name as keyof typeof words.windowParts]}>
                {value}
              </Pair>
            ))}
          </Pairs>
        </div>
      </Card>
      <Card title={words.use} aside={<span className="small soft">{words.useAbout}</span>}>
        {/* A line needs two ends. */}
        {seen.length > 1 ? (
          <Chart label={words.use} times={times} series={series} />
        ) : (
          <p className="soft">{words.useBegins}</p>
        )}
        <details>
          <summary>{words.table}</summary>
          <FigureTable
            label={words.use}
            columns={[words.useColumns.at, words.useColumns.left, words.useColumns.kept]}
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
  { label: words.useColumns.left, colour: '--chart-1', values: seen.map(({ remaining }) => remaining) },
  { label: words.useColumns.kept, colour: '--chart-2', values: seen.map(({ reserve }) => reserve) },
];
