import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** One line of a chart. */
export interface Series {
  readonly label: string;
  /** A variable of `styles/tokens.css`. */
  readonly colour: '--chart-1' | '--chart-2';
  readonly values: readonly number[];
}

interface ChartProps {
  /** The name of the chart; a table beside it has the figures. */
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** The unit of the times: instants, or days. */
  readonly by?: 'second' | 'day';
}

const HEIGHT = 190;

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A line chart of figures over time. */
export function Chart({ label, times, series, by = 'second' }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const plot = new UPlot(optionsOf(element.clientWidth, series, by), dataOf(times, series), element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [times, series, by]);
  return <div ref={place} role="img" aria-label={label} className="chart" />;
}

const dataOf = (times: readonly number[], series: readonly Series[]): UPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];

function optionsOf(width: number, series: readonly Series[], by: 'second' | 'day'): UPlot.Options {
  const textOf = by === 'day' ? dayOf : timeOf;
  const ink = colourOf('--ink-soft');
  const axis = { stroke: ink, grid: { stroke: colourOf('--line'), width: 1 }, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Africa/Lagos'),
    scales: {
      x: { range: (_, low, high) => widened(low, high) },
      y: { range: (_, _low, high) => [0, Math.max(high * 1.1, 1)] },
    },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(textOf) },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => short.format(tick)) },
    ],
    series: [
      {},
      ...series.map(({ label, colour }) => ({
        label,
        stroke: colourOf(colour),
        width: 2,
        points: { show: false },
      })),
    ],
  };
}

/** Widens a range of seconds to two minutes at least. */
const widened = (low: number, high: number): [number, number] => [Math.min(low, high - 120), high];

const inLagos = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options });
  return (seconds: number) => format.format(seconds * 1_000);
};
const timeOf = inLagos({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayOf = inLagos({ day: 'numeric', month: 'short' });

const short = new Intl.NumberFormat('en-NG', { notation: 'compact' });
