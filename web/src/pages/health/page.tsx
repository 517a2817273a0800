import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Figures } from '../../../../src/desk/contract';
import { figuresQuery } from '../../api/queries';
import { Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { FigureTables } from './tables';
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
        {(known) => (
          <div className="stack wide">
            <Tiles figures={known} />
            <WindowUse budget={known.budget} readAtMs={figures.dataUpdatedAt} />
            <Weeks weeks={known.weeks} />
            <FigureTables figures={known} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

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
