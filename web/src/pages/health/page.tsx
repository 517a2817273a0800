import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Figures } from '../../../../src/desk/contract';
import { figuresQuery } from '../../api/queries';
import { Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Arrears, Backlogs, Calls, Stages, Waits, Workers } from './tables';
import { Weeks } from './weeks';
import { WindowUse } from './window-use';

/** The bank's window, the waiting calls, and figures on cases. */
export default function HealthPage(): ReactNode {
  const figures = useQuery(figuresQuery);
  return (
    <Page
      title="Budget and health"
      about="What the bank still allows, what waits for it, and how the cases do."
    >
      <Loaded query={figures} what="Budget and health">
        {(known) => <Shown figures={known} readAtMs={figures.dataUpdatedAt} />}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  readonly figures: Figures;
  readonly readAtMs: number;
}

const Shown = ({ figures, readAtMs }: ShownProps) => (
  <div className="stack wide">
    <Tiles figures={figures} />
    <WindowUse budget={figures.budget} readAtMs={readAtMs} />
    <Weeks weeks={figures.weeks} />
    <div className="grid figures">
      <Waits waits={figures.waits} />
      <Stages stages={figures.stages} />
      <Arrears arrears={figures.arrears} />
      <Calls calls={figures.budget?.calls ?? []} />
      <Backlogs backlogs={figures.backlogs} />
      <Workers workers={figures.workers} />
    </div>
  </div>
);

function Tiles({ figures: { attention, stages, freshness } }: { readonly figures: Figures }) {
  const open = stages.reduce((sum, { cases }) => sum + cases, 0);
  const { readAt } = freshness;
  const age =
    readAt === undefined ? '–' : `${Math.max(0, Math.round((Date.now() - Date.parse(readAt)) / 1_000))} s`;
  const tiles = [
    ['Cases that need attention', attention.toLocaleString('en-NG')],
    ['Open cases', open.toLocaleString('en-NG')],
    ['Age of the lists', age],
  ] as const;
  return (
    <dl className="grid tiles">
      {tiles.map(([name, value]) => (
        <div key={name} className="card tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
