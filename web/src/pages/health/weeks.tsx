import { useMemo } from 'react';
import type { Figures } from '../../../../src/desk/contract';
import { useSession } from '../../api/session';
import { nairaText } from '../../format/money';
import { Chart, type Series } from '../../parts/chart';
import { Card } from '../../parts/frames';
import { Day } from '../../parts/instant';
import { FigureCard } from './tables';

/** Money disbursed and repaid in the last weeks, as a chart and a table. */
export function Weeks({ weeks }: Pick<Figures, 'weeks'>) {
  const isApart = useSession().data?.demonstration ?? false;
  const times = useMemo(() => weeks.map(({ week }) => Date.parse(week) / 1_000), [weeks]);
  const series = useMemo(() => seriesOf(weeks), [weeks]);
  return (
    <div className="stack wide">
      <Card
        title="Disbursed and repaid by week"
        aside={<span className="small soft">As the desk has seen it since it first ran; in naira.</span>}
      >
        <Chart label="Disbursed and repaid by week" times={times} series={series} by="day" />
        <p className="row small" aria-hidden="true">
          {series.map(({ label, colour }) => (
            <span key={label}>
              <svg width="14" height="8" role="presentation">
                <rect width="14" height="4" y="2" fill={`var(${colour})`} />
              </svg>{' '}
              {label}
            </span>
          ))}
        </p>
      </Card>
      <FigureCard
        title={isApart ? 'Week by week (real time)' : 'Week by week'}
        columns={['Week from', 'Loans disbursed', 'Disbursed', 'Repaid']}
        rows={[...weeks].reverse().map(({ week, disbursedLoans, disbursedKobo, repaidKobo }) => ({
          key: week,
          cells: [
            <Day key="week" on={week} />,
            disbursedLoans,
            nairaText(disbursedKobo),
            nairaText(repaidKobo),
          ],
        }))}
      />
    </div>
  );
}

const seriesOf = (weeks: Figures['weeks']): Series[] => [
  { label: 'Disbursed', colour: '--chart-1', values: weeks.map((week) => week.disbursedKobo / 100) },
  { label: 'Repaid', colour: '--chart-2', values: weeks.map((week) => week.repaidKobo / 100) },
];
